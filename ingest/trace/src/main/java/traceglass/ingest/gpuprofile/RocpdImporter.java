package traceglass.ingest.gpuprofile;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports databases of ROCm's profilers (rocpd), whose table names end with an identifier of the process that wrote
/// them; a database may contain tables of several processes. Source: `rocpd_tables.sql` of rocprofiler-sdk.
public final class RocpdImporter implements Importer {

    private static final String STRINGS = "rocpd_string";

    @Override
    public String id() {
        return "rocpd";
    }

    @Override
    public String displayName() {
        return "ROCm profile (rocpd)";
    }

    @Override
    public int priority() {
        return 22;
    }

    @Override
    public boolean sniff(byte[] head) {
        return false;
    }

    @Override
    public boolean accepts(TraceInput input) throws IOException {
        Set<String> tables = SqliteTables.tablesOf(input);
        return tables.stream().anyMatch(t -> t.toLowerCase(Locale.ROOT).startsWith("rocpd_"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        // The runtime uses the kernel's boot-time clock, which includes suspend.
        context.clocks().useOnly(ClockId.of(ClockId.BOOTTIME));
        try (SqliteTables database = SqliteTables.open(input)) {
            GpuWork work = new GpuWork(context, StatNames.GPU_PROFILE_INVALID_TIME);
            for (String table : database.tables()) {
                if (table.toLowerCase(Locale.ROOT).startsWith(STRINGS)) {
                    new RocpdReader(context, database, work, table.substring(STRINGS.length())).read();
                }
            }
            if (database.isDamaged()) {
                context.stats().increment(StatNames.GPU_PROFILE_DAMAGED);
            }
        }
    }
}
