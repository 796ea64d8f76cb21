package traceglass.app.panel.sql;

import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.subject.IdTable;
import traceglass.app.fleet.TraceJump;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.measure.Moment;

/// Opens the traces of rows of queries on a fleet.
///
/// @param jump opens a trace at a moment
record FleetRowLink(TraceJump jump) {

    /// Opens the trace of a row, at the event or time in the row.
    void open(Fleet queriedFleet, RowStore rows, int row, String sql) {
        int trace = rows.column("trace_id");
        if (trace >= 0 && !rows.isNull(row, trace)) {
            Long ts = number(rows, row, "ts");
            Long id = number(rows, row, "id");
            Long dur = number(rows, row, "dur");
            String table = id == null ? "" : IdTable.find(rows, sql).orElse("");
            jump.open(
                    queriedFleet,
                    rows.getLong(row, trace),
                    ts == null ? null : new Moment(table, id == null ? -1 : id, ts, dur == null ? 0 : dur));
        }
    }

    private static Long number(RowStore rows, int row, String column) {
        int index = rows.column(column);
        return index < 0 || rows.type(index) != RowType.LONG || rows.isNull(row, index)
                ? null
                : Long.valueOf(rows.getLong(row, index));
    }
}
