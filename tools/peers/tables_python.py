# SPDX-License-Identifier: Apache-2.0
"""tables_python - a query of tables.sh by duckdb, polars or pandas: tables_python.py PEER QUERY FILE prints the result,
and on standard error the processor and wall seconds of the query, without the start of Python and of the peer."""

import importlib
import sys
import time


def by_duckdb(peer, query, file):
    table = f"read_csv('{file}')"
    groups = "select {0}, sum(price), avg(price), max(price) from " + table + " group by {0}"
    text = {
        "one": f"select sum(price) from {table}",
        "few": groups.format("city"),
        "many": groups.format("user"),
        "where": f"select sum(price) from {table} where city = 'city3' and qty > 50",
    }[query]
    return peer.connect().execute(text.replace("user", '"user"')).fetchall()


def by_polars(peer, query, file):
    frame, price = peer.scan_csv(file), peer.col("price")
    results = [price.sum().alias("sum"), price.mean().alias("mean"), price.max().alias("max")]
    lazy = {
        "one": lambda: frame.select(price.sum()),
        "few": lambda: frame.group_by("city").agg(results),
        "many": lambda: frame.group_by("user").agg(results),
        "where": lambda: frame.filter((peer.col("city") == "city3") & (peer.col("qty") > 50)).select(price.sum()),
    }[query]()
    return lazy.collect().rows()


def by_pandas(peer, query, file):
    columns = {"one": ["price"], "few": ["city", "price"], "many": ["user", "price"], "where": ["city", "price", "qty"]}
    frame = peer.read_csv(file, usecols=columns[query])
    if query == "one":
        return frame["price"].sum()
    if query == "where":
        return frame.loc[(frame["city"] == "city3") & (frame["qty"] > 50), "price"].sum()
    return frame.groupby(columns[query][0])["price"].agg(["sum", "mean", "max"])


def main():
    name, query, file = sys.argv[1:]
    peer = importlib.import_module(name)
    ask = {"duckdb": by_duckdb, "polars": by_polars, "pandas": by_pandas}[name]
    begin, cpu = time.perf_counter(), time.process_time()
    answer = ask(peer, query, file)
    print(time.process_time() - cpu, time.perf_counter() - begin, file=sys.stderr)
    print(answer)


main()
