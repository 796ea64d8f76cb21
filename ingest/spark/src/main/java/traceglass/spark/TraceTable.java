package traceglass.spark;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// A table or query over traces.
final class TraceTable implements SupportsRead {

    private final StructType schema;

    TraceTable(StructType schema) {
        this.schema = schema;
    }

    /// Deprecated in Spark, but the method that replaces it needs an internal class of Spark to create columns.
    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return schema;
    }

    @Override
    public String name() {
        return "traceglass";
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        SourceOptions source = SourceOptions.of(options);
        return new TraceScanBuilder(source, schema, TraceFiles.find(source));
    }
}
