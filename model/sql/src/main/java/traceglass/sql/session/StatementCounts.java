package traceglass.sql.session;

/// Counts how many statements of a session DuckDB rejected at first, and how many still needed repairs after SQLite's
/// habits were applied.
final class StatementCounts {
    private int statements;
    private int typed;
    private int repaired;
    private int repairs;

    /// Counts a statement that DuckDB accepted, or rejected for good.
    ///
    /// @param hasHabits whether habits of SQLite were applied after a rejection
    /// @param retries number of its translations that were repaired after a rejection
    void add(boolean hasHabits, int retries) {
        statements++;
        typed += hasHabits ? 1 : 0;
        repaired += retries > 0 ? 1 : 0;
        repairs += retries;
    }

    /// Number of repairs.
    int repairs() {
        return repairs;
    }

    @Override
    public String toString() {
        return statements + " statements, " + typed + " with habits, " + repaired + " repaired, " + repairs
                + " repairs";
    }
}
