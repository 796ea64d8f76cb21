package traceglass.spark;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/// Runs one query in all traces.
final class TraceScan implements Scan, Batch {

    private final SourceOptions options;
    private final StructType schema;
    private final TraceQuery query;
    private final List<SourceTrace> files;

    TraceScan(SourceOptions options, StructType schema, TraceQuery query, List<SourceTrace> files) {
        this.options = options;
        this.schema = schema;
        this.query = query;
        this.files = files;
    }

    @Override
    public StructType readSchema() {
        return schema;
    }

    /// Returns the description in Spark's query plan.
    @Override
    public String description() {
        String columns = query.columns().stream().map(TraceColumn::name).collect(Collectors.joining(", "));
        return "traceglass [traces: " + files.size() + ", columns: " + columns + ", sql: "
                + (options.readsFailures() ? options.sql() : query.precedingStatements() + query.narrowedSql()) + "]";
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return TracePartition.pack(files, options.maxPartitionBytes(), options.openCostBytes())
                .toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        Broadcast<SerializableConfiguration> hadoop =
                SerializableConfiguration.broadcast(SparkSession.active().sparkContext(), options.hadoop());
        return new TraceReaderFactory(options, query, hadoop);
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return SourceMetrics.all();
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }
}
