/* none - no map or condition names a number that a run gives: nothing is passed. Its alternative is
 * cl/scalar/some.cl. */
#define CLR_SCALAR_PARAMETERS
#define CLR_SET_SCALARS
#define CLR_SCALARS_FIELD
#define CLR_NAME_SCALARS
#define CLR_COPY_SCALARS(to, from)
