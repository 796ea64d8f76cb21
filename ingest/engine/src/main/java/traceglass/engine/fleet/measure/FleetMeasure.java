package traceglass.engine.fleet.measure;

import java.util.List;
import traceglass.protos.processor.TraceSummarySpec;

/// A measure of each trace of a fleet.
public sealed interface FleetMeasure {

    /// Returns the display name.
    String title();

    /// Aggregate of the durations of slices with a name. The moment of a value is the longest of these slices.
    ///
    /// @param aggregate value to compute
    /// @param name name of the slices; empty for all slices
    record Slices(Aggregate aggregate, String name) implements FleetMeasure {

        /// Values of slices.
        public enum Aggregate {
            LONGEST("Longest"),
            TOTAL("Total"),
            COUNT("Number of");

            private final String title;

            Aggregate(String title) {
                this.title = title;
            }
        }

        @Override
        public String title() {
            return aggregate.title
                    + (name.isEmpty() ? aggregate == Aggregate.COUNT ? " slices" : " slice" : " " + name);
        }
    }

    /// The longest frame drawn by an app.
    record LongestFrame() implements FleetMeasure {

        @Override
        public String title() {
            return "Longest frame";
        }
    }

    /// Number of rows of a table in each trace.
    ///
    /// @param table name of the table, such as `sched_slice`
    record Rows(String table) implements FleetMeasure {

        @Override
        public String title() {
            return "Rows of " + table;
        }
    }

    /// Statements that run in each trace. The first row of the last statement contains the values. Its columns
    /// `ts`, `dur`, `id` and `table` are the moment. If no other column is numeric, `dur` is also a value.
    ///
    /// @param title title if there is only one value; empty to use the name of its column
    /// @param sql statements, or an expression without SELECT, such as `max(dur) FROM slice`
    record Sql(String title, String sql) implements FleetMeasure {

        public Sql {
            sql = sql.strip();
        }
    }

    /// Metrics of trace summaries.
    ///
    /// @param specs specifications of the metrics
    record Summary(String title, List<TraceSummarySpec> specs) implements FleetMeasure {

        public Summary {
            specs = List.copyOf(specs);
        }
    }
}
