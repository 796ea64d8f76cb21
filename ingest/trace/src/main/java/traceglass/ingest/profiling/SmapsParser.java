package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.profiling.PackedSmaps;
import traceglass.protos.profiling.SmapsEntry;
import traceglass.protos.profiling.SmapsPacket;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses memory mappings of a process from `/proc/<pid>/smaps` into rows of `profiler_smaps`. Sizes are in KiB.
public final class SmapsParser implements PacketParser {

    /// Suffix that the kernel adds to a mapping whose file was deleted.
    private static final String DELETED = " (deleted)";

    private final ImportContext context;
    private final Table table;

    public SmapsParser(ImportContext context) {
        this.context = context;
        table = context.storage().table(TableNames.ProfilerSmaps.TABLE);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.SMAPS_PACKET_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        SmapsPacket smaps;
        try {
            smaps = packet.decode(SmapsPacket.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(StatNames.SMAPS_PARSER_ERRORS);
            return;
        }
        int upid = context.processes().process(smaps.getPid() & 0xFFFF_FFFFL);
        if (smaps.hasPackedEntries()) {
            readPacked(ts, upid, smaps.getPackedEntries());
            return;
        }
        for (SmapsEntry e : smaps.getEntriesList()) {
            int row = row(ts, upid, e.hasPath() ? e.getPath() : null);
            set(row, "size_kb", e.getSizeKb());
            set(row, "private_dirty_kb", e.getPrivateDirtyKb());
            set(row, "swap_kb", e.getSwapKb());
            set(row, "start_address", e.getStartAddress());
            set(row, "module_timestamp", e.getModuleTimestamp());
            set(row, "protection_flags", e.getProtectionFlags());
            set(row, "private_clean_resident_kb", e.getPrivateCleanResidentKb());
            set(row, "shared_dirty_resident_kb", e.getSharedDirtyResidentKb());
            set(row, "shared_clean_resident_kb", e.getSharedCleanResidentKb());
            set(row, "locked_kb", e.getLockedKb());
            set(row, "proportional_resident_kb", e.getProportionalResidentKb());
            setText(row, "file_name", e.hasFileName(), e.getFileName());
            setText(row, "module_debugid", e.hasModuleDebugid(), e.getModuleDebugid());
            setText(row, "module_debug_path", e.hasModuleDebugPath(), e.getModuleDebugPath());
        }
    }

    /// Parses the packed form, with one array per column. Either each row refers to its path by number, or each
    /// row is the total of all mappings of one path, in the order of the paths.
    private void readPacked(long ts, int upid, PackedSmaps p) {
        Map<String, List<Long>> columns = new LinkedHashMap<>();
        setColumn(columns, "size_kb", p.getSizeKbList());
        setColumn(columns, "rss_kb", p.getRssKbList());
        setColumn(columns, "anonymous_kb", p.getAnonymousKbList());
        setColumn(columns, "swap_kb", p.getSwapKbList());
        setColumn(columns, "shared_clean_resident_kb", p.getSharedCleanKbList());
        setColumn(columns, "shared_dirty_resident_kb", p.getSharedDirtyKbList());
        setColumn(columns, "private_clean_resident_kb", p.getPrivateCleanKbList());
        setColumn(columns, "private_dirty_kb", p.getPrivateDirtyKbList());
        setColumn(columns, "locked_kb", p.getLockedKbList());
        setColumn(columns, "proportional_resident_kb", p.getPssKbList());
        setColumn(columns, "pss_dirty_kb", p.getPssDirtyKbList());
        setColumn(columns, "swap_pss_kb", p.getSwapPssKbList());
        boolean isAggregated = p.getAggregateCountCount() > 0;
        int leading = isAggregated ? p.getAggregateCountCount() : p.getNameIdCount();
        int rows = leading;
        boolean isDamaged = isAggregated && p.getNameIdCount() > 0;
        for (List<Long> values : columns.values()) {
            isDamaged |= values.size() != leading;
            rows = Math.min(rows, values.size());
        }
        int done = 0;
        for (; done < rows; done++) {
            long path = isAggregated ? done : p.getNameId(done) & 0xFFFF_FFFFL;
            if (path >= p.getStringTableCount()) {
                isDamaged = true;
                break;
            }
            int row = row(ts, upid, p.getStringTable((int) path));
            if (isAggregated) {
                set(row, "aggregate_count", p.getAggregateCount(done) & 0xFFFF_FFFFL);
            }
            for (Map.Entry<String, List<Long>> column : columns.entrySet()) {
                set(row, column.getKey(), column.getValue().get(done));
            }
        }
        if (isDamaged || isAggregated && done != p.getStringTableCount()) {
            context.stats().increment(StatNames.SMAPS_PARSER_ERRORS);
        }
    }

    private static void setColumn(Map<String, List<Long>> columns, String name, List<Long> values) {
        if (!values.isEmpty()) {
            columns.put(name, new ArrayList<>(values));
        }
    }

    /// Adds a row with all sizes 0.
    private int row(long ts, int upid, String path) {
        int row = table.addRow();
        boolean isDeleted = path != null && path.endsWith(DELETED);
        table.ints(TableNames.ProfilerSmaps.UPID).set(row, upid);
        table.longs(TableNames.ProfilerSmaps.TS).set(row, ts);
        table.strings(TableNames.ProfilerSmaps.PATH).set(row, context.strings().intern(path));
        table.strings(TableNames.ProfilerSmaps.PATH_TRIMMED)
                .set(
                        row,
                        context.strings()
                                .intern(isDeleted ? path.substring(0, path.length() - DELETED.length()) : path));
        for (var column : table.columns()) {
            if (column instanceof LongColumn numbers && !column.name().equals("ts")) {
                numbers.set(row, 0);
            }
        }
        set(row, "aggregate_count", 1);
        set(row, "is_deleted", isDeleted ? 1 : 0);
        return row;
    }

    private void set(int row, String column, long value) {
        table.longs(column).set(row, value);
    }

    private void setText(int row, String column, boolean isPresent, String value) {
        table.strings(column).set(row, isPresent ? context.strings().intern(value) : StringPool.NULL);
    }
}
