package traceglass.sql.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// The last texts that a session has run and when, as the table `sqlstats`: text, start, first row and end in
/// nanoseconds of the wall clock. The end is 0 while a text runs.
final class StatementLog {
    private static final String TABLE = "sqlstats";
    private static final int MAX_ENTRIES = 100;
    /// Length to which longer texts are cut, so that a session does not keep generated scripts of megabytes.
    private static final int MAX_CHARS = 1 << 16;
    private static final long NS_PER_S = 1_000_000_000L;

    private static final class Entry {
        private final String text;
        private final long start;
        private long end;

        private Entry(String text, long start) {
            this.text = text;
            this.start = start;
        }
    }

    private final Connection connection;
    private final Catalog catalog;
    private final Clock clock;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private boolean isWritten;

    StatementLog(Connection connection, Catalog catalog, Clock clock) {
        this.connection = connection;
        this.catalog = catalog;
        this.clock = clock;
    }

    private long now() {
        Instant now = clock.instant();
        return now.getEpochSecond() * NS_PER_S + now.getNano();
    }

    /// Adds a text that starts to run.
    void begin(String text) {
        if (entries.size() == MAX_ENTRIES) {
            entries.removeFirst();
        }
        entries.addLast(new Entry(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text, now()));
    }

    /// Sets the end of the text that was added last.
    void end() {
        entries.getLast().end = now();
    }

    private static boolean isRead(List<Token> statement) {
        for (int i = 1; i < statement.size(); i++) {
            Token t = statement.get(i);
            Token before = statement.get(i - 1);
            if (t.isName()
                    && t.value().equalsIgnoreCase(TABLE)
                    && (before.isAny("FROM", "JOIN") || before.isOperator(","))) {
                return true;
            }
        }
        return false;
    }

    /// Writes the table, if a statement reads it.
    void writeIfUsed(List<Token> statement) throws SQLException, SqlSyntaxException {
        // A table of the user with this name takes precedence.
        if (!isRead(statement) || !isWritten && catalog.relation(TABLE) != null) {
            return;
        }
        isWritten = true;
        try (Statement s = connection.createStatement()) {
            s.execute("CREATE OR REPLACE TEMP TABLE " + TABLE
                    + "(query VARCHAR, started BIGINT, first_next BIGINT, ended BIGINT)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?, ?)")) {
            for (Entry entry : entries) {
                insert.setString(1, entry.text);
                insert.setLong(2, entry.start);
                insert.setLong(3, entry.end == 0 ? 0 : entry.start);
                insert.setLong(4, entry.end);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        catalog.update(SqlTokens.read("CREATE TABLE " + TABLE));
    }
}
