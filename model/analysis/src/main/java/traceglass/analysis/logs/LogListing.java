package traceglass.analysis.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.listing.EventColumn;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.ReportTexts;
import traceglass.sql.result.QueryException;

/// List of log lines: Android's logs, log messages in track events, systemd's journal, and ProtoLog. Levels are the
/// priorities of Android's logs, to which the levels of other logs are mapped.
public final class LogListing implements EventListing {

    static final List<Level> LEVELS = List.of(
            new Level(2, LogTexts.VERBOSE),
            new Level(3, LogTexts.DEBUG),
            new Level(4, LogTexts.INFO),
            new Level(5, LogTexts.WARNING),
            new Level(6, LogTexts.ERROR),
            new Level(7, LogTexts.FATAL));

    private static final Facet MACHINE = new Facet("machine", LogTexts.MACHINE, LogTexts.MACHINES);
    private static final Facet UNIT = new Facet("unit", LogTexts.UNIT, LogTexts.UNITS);
    /// Systemd units are arguments of the journal's lines.
    private static final String UNITS =
            "SELECT arg_set_id, any_value(string_value) AS unit FROM __intrinsic_args WHERE key = 'systemd_unit' GROUP"
                    + " BY arg_set_id";

    /// Whether lines come from different machines.
    private volatile boolean hasMachines;
    /// Whether lines come from systemd units.
    private volatile boolean hasUnits;

    @Override
    public void inspect(TraceQueries q) throws QueryException {
        hasMachines = q.first("SELECT count(*) FROM machine", r -> r.getLong(1)).orElse(0L) > 1;
        hasUnits = q.first("SELECT 1 FROM __intrinsic_args WHERE key = 'systemd_unit' LIMIT 1", r -> true)
                .isPresent();
    }

    @Override
    public String id() {
        return "logs";
    }

    @Override
    public String title() {
        return LogTexts.LIST;
    }

    @Override
    public String icon() {
        return "android";
    }

    @Override
    public List<String> nouns() {
        return List.of(LogTexts.ONE_LINE, LogTexts.LINES);
    }

    @Override
    public String probe() {
        return "SELECT 1 FROM (SELECT id FROM __intrinsic_logs LIMIT 1) UNION ALL SELECT 1 FROM (SELECT id FROM"
                + " __intrinsic_protolog LIMIT 1)";
    }

    /// Keys of ProtoLog's messages are negative.
    @Override
    public String rows(String condition) {
        return SqlLabels.insert(
                        """
                        SELECT l.key, l.ts, l.utid, CASE WHEN l.level < 2 THEN 2 WHEN l.level > 7 THEN 7 ELSE l.level END AS level, l.tag, l.message,
                          l.source, CASE WHEN m.id IS NULL THEN '' WHEN m.name <> '' THEN m.name WHEN m.label_index = 0 THEN {host} ELSE {machine} || m.label_index END AS machine,
                          %2$s AS unit,
                          coalesce(p.name, '') AS process, p.pid, coalesce(th.name, '') AS thread, th.tid
                        FROM (
                          SELECT id AS key, ts, utid,
                            coalesce(%4$s, 4) AS level,
                            coalesce(tag, '') AS tag, coalesce(msg, '') AS message,
                            CASE WHEN coalesce(log_source, 'android_logcat') = 'android_logcat' THEN {android} WHEN log_source IN ('systemd_journald', 'journald') THEN {journal}
                              ELSE log_source END AS source, arg_set_id
                          FROM __intrinsic_logs WHERE %1$s
                          UNION ALL
                          SELECT -1 - id, ts, NULL,
                            CASE upper(level) WHEN 'VERBOSE' THEN 2 WHEN 'DEBUG' THEN 3 WHEN 'INFO' THEN 4 WHEN 'WARN' THEN 5 WHEN 'ERROR' THEN 6
                              WHEN 'WTF' THEN 7 ELSE 4 END,
                            coalesce(tag, ''), coalesce(message, ''), {protolog}, NULL
                          FROM __intrinsic_protolog WHERE %1$s
                        ) AS l
                        LEFT JOIN thread AS th ON th.utid = l.utid
                        LEFT JOIN process AS p ON p.upid = th.upid
                        LEFT JOIN machine AS m ON th.utid IS NOT NULL AND m.id = coalesce(th.machine_id, 0)%3$s\
                        """,
                        "host",
                        LogTexts.HOST,
                        "machine",
                        LogTexts.MACHINE_NUMBER,
                        "android",
                        LogTexts.ANDROID,
                        "journal",
                        LogTexts.JOURNAL,
                        "protolog",
                        LogTexts.PROTOLOG)
                .formatted(
                        condition,
                        hasUnits ? "coalesce(u.unit, '')" : "''",
                        hasUnits ? "\nLEFT JOIN (" + UNITS + ") AS u ON u.arg_set_id = l.arg_set_id" : "",
                        LogLevels.SQL);
    }

    @Override
    public List<EventColumn> columns() {
        List<EventColumn> columns = new ArrayList<>(List.of(
                new EventColumn("ts", ReportTexts.TIME, 178, EventColumn.ColumnFormat.TIME),
                new EventColumn("level", LogTexts.LEVEL, 92, EventColumn.ColumnFormat.LEVEL),
                new EventColumn("tag", LogTexts.TAG, 170, EventColumn.ColumnFormat.TEXT),
                new EventColumn("process", ReportTexts.PROCESS, 150, EventColumn.ColumnFormat.TEXT),
                new EventColumn("pid", "pid", 62, EventColumn.ColumnFormat.NUMBER),
                new EventColumn("thread", ReportTexts.THREAD, 130, EventColumn.ColumnFormat.TEXT),
                new EventColumn("tid", "tid", 62, EventColumn.ColumnFormat.NUMBER),
                new EventColumn("message", LogTexts.MESSAGE, -1, EventColumn.ColumnFormat.TEXT)));
        if (hasMachines) {
            columns.add(1, new EventColumn("machine", LogTexts.MACHINE, 110, EventColumn.ColumnFormat.TEXT));
        }
        if (hasUnits) {
            columns.add(columns.size() - 1, new EventColumn("unit", LogTexts.UNIT, 130, EventColumn.ColumnFormat.TEXT));
        }
        return columns;
    }

    @Override
    public List<Facet> facets() {
        return List.of(
                new Facet("tag", LogTexts.TAG, LogTexts.TAGS),
                new Facet("process", ReportTexts.PROCESS, LogTexts.PROCESSES),
                new Facet("source", LogTexts.LOG, LogTexts.LOGS),
                MACHINE,
                UNIT);
    }

    @Override
    public List<Facet> shownFacets() {
        return facets().stream()
                .filter(f -> (hasMachines || f != MACHINE) && (hasUnits || f != UNIT))
                .toList();
    }

    @Override
    public List<Level> levels() {
        return LEVELS;
    }

    @Override
    public List<String> searchedColumns() {
        return List.of("message", "tag");
    }

    @Override
    public boolean isInitiallyShown(TraceSummary summary) {
        return summary.hasOnlyLogs();
    }

    @Override
    public String table(long key) {
        return key < 0 ? "protolog" : "android_logs";
    }

    @Override
    public long id(long key) {
        return key < 0 ? -1 - key : key;
    }

    @Override
    public OptionalLong key(String table, long id) {
        return switch (table) {
            case "android_logs" -> OptionalLong.of(id);
            case "protolog" -> OptionalLong.of(-1 - id);
            default -> OptionalLong.empty();
        };
    }
}
