package traceglass.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The data source `traceglass`.
///
/// ```java
/// spark.read().format("traceglass").option("table", "slice").load("s3a://bucket/runs/*.pftrace");
/// spark.read().format("traceglass").option("query", "SELECT max(dur) AS longest FROM slice").load("runs/");
/// ```
///
/// Each row has the trace's id, name and path before the columns of the table or query.
public final class TraceglassSource implements TableProvider, DataSourceRegister {

    @Override
    public String shortName() {
        return "traceglass";
    }

    /// Finds the schema. Reads no trace unless the query fails on an empty trace.
    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        SourceOptions source = SourceOptions.of(options);
        return SchemaFinder.schema(source, TraceFiles.find(source));
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new TraceTable(schema);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }
}
