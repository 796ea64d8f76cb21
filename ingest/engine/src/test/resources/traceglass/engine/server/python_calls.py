"""Calls every method of Perfetto's Python client that reaches a server, and prints what comes back.

Arguments: HOST:PORT of a server without a trace, a folder for exported files.
"""

import io
import os
import sys

from perfetto.trace_processor.api import TraceProcessor, TraceProcessorException

TRACE = (b'[{"ph": "X", "pid": 7, "tid": 8, "name": "python load", "cat": "io", "ts": 100, "dur": 50},'
         b' {"ph": "X", "pid": 7, "tid": 8, "name": "python parse", "ts": 200, "dur": 1000}]')

SPEC = """
metric_spec: { id: "dur_per_slice" dimensions: "slice_name" value: "dur" query: { simple_slices { slice_name_glob: "python*" } } }
query: { id: "device" sql { sql: "SELECT 'kind' AS key, 'json' AS value" column_names: "key" column_names: "value" } }
"""


def show(name, value):
    print(name + ': ' + str(value))


def attempt(name, call):
    try:
        show(name, call())
    except TraceProcessorException as problem:
        show(name + ' fails', str(problem).splitlines()[0])


def rows(tp, sql):
    return [row.__dict__ for row in tp.query(sql)]


def main(address, folder):
    tp = TraceProcessor(addr=address, trace=io.BytesIO(TRACE))
    attempt('rows', lambda: rows(tp, 'SELECT name, dur FROM slice ORDER BY ts'))
    attempt('kinds', lambda: rows(tp, "SELECT 1 AS n, 0.5 AS x, NULL AS e, 'é' AS t, x'00ff' AS b"))
    attempt('no rows', lambda: rows(tp, 'SELECT name FROM slice WHERE dur < 0'))
    attempt('no columns', lambda: rows(tp, 'CREATE PERFETTO TABLE own AS SELECT 5 AS five'))
    attempt('kept', lambda: rows(tp, 'SELECT five FROM own'))
    attempt('module', lambda: rows(tp, 'INCLUDE PERFETTO MODULE slices.with_context;'
                                   ' SELECT count(*) AS n FROM thread_slice'))
    attempt('count', lambda: len(tp.query('SELECT id FROM slice')))
    attempt('wrong', lambda: rows(tp, 'SELECT absent FROM slice'))
    attempt('summary', lambda: [(r.metric_value if hasattr(r, 'metric_value') else list(r.values)[0].double_value)
                                for r in tp.trace_summary([SPEC]).metric_bundles[0].row])
    attempt('one metric', lambda: [b.specs[0].id for b in tp.trace_summary([SPEC], ['dur_per_slice']).metric_bundles])
    attempt('no metric', lambda: len(tp.trace_summary([SPEC], []).metric_bundles))
    attempt('metadata', lambda: [(m.key, m.value) for m in tp.trace_summary([SPEC], [], 'device').metadata])
    attempt('unknown metric', lambda: tp.trace_summary([SPEC], ['absent']))
    attempt('old metric', lambda: tp.metric(['android_cpu']))
    tp.enable_metatrace()
    attempt('metatrace', tp.disable_and_read_metatrace)
    attempt('status', lambda: tp.http.status().api_version)
    for form in ['sqlite', 'arrow_tar']:
        path = os.path.join(folder, form)
        tp.export(path, form)
        with open(path, 'rb') as exported:
            content = exported.read()
        show(form, content[:15] if form == 'sqlite' else content[257:262])
    tp.close()


main(sys.argv[1], sys.argv[2])
