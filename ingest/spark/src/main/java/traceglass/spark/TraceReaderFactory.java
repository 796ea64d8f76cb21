package traceglass.spark;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/// Creates readers in the processes of the cluster.
record TraceReaderFactory(SourceOptions options, TraceQuery query, Broadcast<SerializableConfiguration> hadoop)
        implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return new TracePartitionReader(
                options,
                query,
                ((TracePartition) partition).files(),
                hadoop.value().value());
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("Traces are read as batches of columns");
    }
}
