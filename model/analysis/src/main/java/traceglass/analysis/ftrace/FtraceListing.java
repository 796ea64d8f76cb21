package traceglass.analysis.ftrace;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import traceglass.analysis.listing.EventColumn;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.analysis.report.ReportTexts;
import traceglass.store.lazy.LazyArgs;

/// List of raw ftrace events with their arguments.
public final class FtraceListing implements EventListing {

    @Override
    public String id() {
        return "ftrace";
    }

    @Override
    public String title() {
        return FtraceTexts.LIST;
    }

    @Override
    public String icon() {
        return "terminal";
    }

    @Override
    public List<String> nouns() {
        return List.of(FtraceTexts.ONE_EVENT, FtraceTexts.EVENTS);
    }

    @Override
    public String probe() {
        return "SELECT 1 FROM __intrinsic_ftrace_event LIMIT 1";
    }

    @Override
    public String rows(String condition) {
        return """
            SELECT f.id AS key, f.ts, f.utid, f.name, coalesce(c.cpu, f.ucpu) AS cpu, coalesce(p.name, '') AS process, p.pid,
              coalesce(th.name, '') AS thread, th.tid, f.arg_set_id
            FROM (FROM __intrinsic_ftrace_event WHERE %s) AS f
            LEFT JOIN __intrinsic_cpu AS c ON c.id = f.ucpu
            LEFT JOIN thread AS th ON th.utid = f.utid
            LEFT JOIN process AS p ON p.upid = th.upid\
            """.formatted(condition);
    }

    @Override
    public List<EventColumn> columns() {
        return List.of(
                new EventColumn("ts", ReportTexts.TIME, 178, EventColumn.ColumnFormat.TIME),
                new EventColumn("name", ReportTexts.NAME, 190, EventColumn.ColumnFormat.TEXT),
                new EventColumn("cpu", ReportTexts.CPU, 52, EventColumn.ColumnFormat.NUMBER),
                new EventColumn("process", ReportTexts.PROCESS, 150, EventColumn.ColumnFormat.TEXT),
                new EventColumn("pid", "pid", 62, EventColumn.ColumnFormat.NUMBER),
                new EventColumn("thread", ReportTexts.THREAD, 140, EventColumn.ColumnFormat.TEXT),
                new EventColumn("tid", "tid", 62, EventColumn.ColumnFormat.NUMBER),
                new EventColumn("args", FtraceTexts.ARGUMENTS, -1, EventColumn.ColumnFormat.RAW));
    }

    @Override
    public List<Facet> facets() {
        return List.of(
                new Facet("name", FtraceTexts.EVENT, FtraceTexts.EVENTS),
                new Facet("cpu", ReportTexts.CPU, FtraceTexts.CPUS),
                new Facet("process", ReportTexts.PROCESS, FtraceTexts.PROCESSES),
                new Facet("thread", ReportTexts.THREAD, FtraceTexts.THREADS));
    }

    @Override
    public List<Level> levels() {
        return List.of();
    }

    @Override
    public List<String> searchedColumns() {
        return List.of("name");
    }

    @Override
    public String otherSearchCondition(UnaryOperator<String> test) {
        return "arg_set_id IN (SELECT arg_set_id FROM args WHERE "
                + test.apply("key || '=' || coalesce(display_value, '')") + ")";
    }

    @Override
    public String requiredData() {
        return LazyArgs.FTRACE;
    }

    @Override
    public String argSets() {
        return "arg_set_id";
    }

    @Override
    public String table(long key) {
        return "ftrace_event";
    }

    @Override
    public long id(long key) {
        return key;
    }

    @Override
    public OptionalLong key(String table, long id) {
        return table.equals("ftrace_event") ? OptionalLong.of(id) : OptionalLong.empty();
    }
}
