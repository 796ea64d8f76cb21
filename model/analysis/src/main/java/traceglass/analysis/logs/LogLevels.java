package traceglass.analysis.logs;

/// Severity of log lines on one scale for all logs: Android's priorities, 2 (verbose) to 7 (fatal).
public final class LogLevels {

    /// Source of the journal's lines in `log_source`.
    public static final String JOURNAL = "systemd_journald";

    /// SQL expression over a row of `logs`, NULL if the line has no priority. The journal uses syslog
    /// priorities (RFC 5424, 6.2.1), from 0 for the most severe to 7.
    public static final String SQL = "CASE WHEN log_source = '" + JOURNAL
            + "' THEN CASE WHEN prio <= 2 THEN 7 WHEN prio = 3 THEN 6 WHEN prio = 4 THEN 5"
            + " WHEN prio <= 6 THEN 4 ELSE 3 END ELSE prio END";

    private LogLevels() {}
}
