package traceglass.ingest.gpuprofile;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports databases that `nsys export --type sqlite` wrote. A table exists only if it has rows, and columns differ
/// between versions; missing ones are skipped. Source: "SQLite Schema Reference" in NVIDIA's user guide.
public final class NsightImporter implements Importer {

    private static final List<String> TABLES = List.of(
            "TARGET_INFO_SESSION_START_TIME",
            "META_DATA_EXPORT",
            "CUPTI_ACTIVITY_KIND_KERNEL",
            "CUPTI_ACTIVITY_KIND_RUNTIME",
            "NVTX_EVENTS",
            "OSRT_API",
            "COMPOSITE_EVENTS",
            "SCHED_EVENTS");

    @Override
    public String id() {
        return "nsight";
    }

    @Override
    public String displayName() {
        return "Nsight Systems export";
    }

    @Override
    public int priority() {
        return 21;
    }

    @Override
    public boolean sniff(byte[] head) {
        return false;
    }

    @Override
    public boolean accepts(TraceInput input) throws IOException {
        Set<String> tables = SqliteTables.tablesOf(input);
        boolean isWhole = input.file() != null;
        return (tables.contains("StringIds") || !isWhole) && TABLES.stream().anyMatch(tables::contains);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try (SqliteTables database = SqliteTables.open(input)) {
            setClock(database, context);
            NsightNames names = new NsightNames(context, database);
            GpuWork work = new GpuWork(context, StatNames.GPU_PROFILE_INVALID_TIME);
            NsightStacks stacks = new NsightStacks(context, database, names);
            new NsightSlices(context, database, names, work, stacks).read();
            stacks.readSamples();
            new NsightMeasurements(context, database, names).read();
            if (database.isDamaged()) {
                context.stats().increment(StatNames.GPU_PROFILE_DAMAGED);
            }
        }
    }

    private static void setClock(SqliteTables database, ImportContext context) {
        ClockId clock = ClockId.ofFile(context.traceId());
        context.clocks().useOnly(clock);
        long[] start = {0};
        database.read("TARGET_INFO_SESSION_START_TIME", List.of("utcEpochNs"), row -> start[0] = row.number(0, 0));
        if (start[0] > 0) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), start[0])));
        }
        database.read("META_DATA_EXPORT", List.of("name", "value"), row -> readMetadata(context, "export", row));
        database.read("META_DATA_CAPTURE", List.of("name", "value"), row -> readMetadata(context, "capture", row));
        database.read("TARGET_INFO_SYSTEM_ENV", List.of("nameEnum", "value", "name"), row -> {
            String key = row.text(2);
            if (key != null && row.text(1) != null) {
                context.metadata().setDynamic("nsight_" + key, row.text(1));
            }
        });
    }

    private static void readMetadata(ImportContext context, String prefix, SqliteRow row) {
        if (row.text(0) != null && row.text(1) != null) {
            context.metadata().setDynamic("nsight_" + prefix + "_" + row.text(0), row.text(1));
        }
    }
}
