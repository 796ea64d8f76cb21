package traceglass.spark;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/// Metrics of the data source, which Spark's web page shows with the scan.
final class SourceMetrics {

    /// Number of traces whose rows were read completely.
    long traces;

    long failed;
    long rows;
    /// Size of the files in bytes.
    long bytes;

    /// Time to open the traces in milliseconds.
    long importMs;

    private record Value(String name, long value) implements CustomTaskMetric {}

    static CustomMetric[] all() {
        return new CustomMetric[] {
            new TracesRead(), new FailedTraces(), new RowsRead(), new BytesRead(), new ImportTime()
        };
    }

    CustomTaskMetric[] values() {
        return new CustomTaskMetric[] {
            new Value(TracesRead.NAME, traces),
            new Value(FailedTraces.NAME, failed),
            new Value(RowsRead.NAME, rows),
            new Value(BytesRead.NAME, bytes),
            new Value(ImportTime.NAME, importMs)
        };
    }

    /// A sum over all tasks. Spark creates its own instances of the classes below.
    private abstract static class Sum extends CustomSumMetric {

        private final String name;
        private final String description;

        Sum(String name, String description) {
            this.name = name;
            this.description = description;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return description;
        }
    }

    public static final class TracesRead extends Sum {
        static final String NAME = "tracesRead";

        public TracesRead() {
            super(NAME, "number of traces read");
        }
    }

    public static final class FailedTraces extends Sum {
        static final String NAME = "failedTraces";

        public FailedTraces() {
            super(NAME, "number of failed traces");
        }
    }

    public static final class RowsRead extends Sum {
        static final String NAME = "rowsRead";

        public RowsRead() {
            super(NAME, "number of rows read");
        }
    }

    public static final class BytesRead extends Sum {
        static final String NAME = "bytesRead";

        public BytesRead() {
            super(NAME, "bytes read");
        }
    }

    public static final class ImportTime extends Sum {
        static final String NAME = "importTime";

        public ImportTime() {
            super(NAME, "import time in ms");
        }
    }
}
