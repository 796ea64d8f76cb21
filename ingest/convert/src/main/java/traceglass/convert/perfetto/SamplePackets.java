package traceglass.convert.perfetto;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.Mapping;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;

/// Writes callstack samples: mappings, frames and callstacks as interned data, each once, then the samples. Heap
/// profiles use the same mappings and frames.
final class SamplePackets {

    private static final int BATCH = 1024;
    private static final String SAMPLES = """
        (SELECT ts, utid, cpu, callsite_id FROM perf_sample
         UNION ALL SELECT s.ts, c.utid, NULL, s.callsite_id FROM __intrinsic_profiler_sample AS s
         JOIN __intrinsic_profiler_task_context AS c ON c.id = s.task_context_id
         WHERE c.utid IS NOT NULL AND s.id NOT IN (SELECT id FROM perf_sample))\
        """;

    private final TraceRows rows;
    private final TaskIds ids;
    private final MachineIds machines;
    private int machine;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final Map<Long, Site> sites = new HashMap<>();
    private InternedData.Builder interned = InternedData.newBuilder();
    private int pending;

    private record Site(long parent, long frame) {}

    SamplePackets(TraceRows rows, TaskIds ids, MachineIds machines, PacketOutput out, ConversionLosses losses) {
        this.machines = machines;
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        losses.add("samples without a thread", rows.number("""
            SELECT count(*) FROM __intrinsic_profiler_sample AS s
            LEFT JOIN __intrinsic_profiler_task_context AS c ON c.id = s.task_context_id WHERE c.utid IS NULL\
            """));
        boolean hasSamples = rows.number("SELECT count(*) FROM " + SAMPLES) > 0;
        if (!hasSamples && rows.number("SELECT count(*) FROM heap_profile_allocation") == 0) {
            return;
        }
        readCallsites();
        // Each machine has its own sequence, and thus its own interned data.
        for (int each : machines.all()) {
            machine = each;
            writeMappings();
            writeFrames();
            if (hasSamples) {
                writeCallstacks();
            }
            flush();
        }
        writeSamples();
        losses.add("samples whose weights are left out", rows.number("""
            SELECT count(*) FROM __intrinsic_profiler_sample WHERE counter_set_id IS NOT NULL\
            """));
        losses.add(
                "frames whose source lines and inlined functions are left out",
                rows.number("SELECT count(*) FROM stack_profile_frame WHERE symbol_set_id IS NOT NULL"));
    }

    private void countAdded() throws IOException {
        if (++pending >= BATCH) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (pending > 0) {
            out.write(TracePacket.newBuilder().setInternedData(interned), machine);
        }
        interned = InternedData.newBuilder();
        pending = 0;
    }

    private static InternedString string(long iid, @Nullable String text) {
        return InternedString.newBuilder()
                .setIid(iid)
                .setStr(ByteString.copyFromUtf8(text == null ? "" : text))
                .build();
    }

    private void writeMappings() throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, name, build_id, exact_offset, start_offset, start, "end", load_bias
            FROM stack_profile_mapping ORDER BY id\
            """, c -> {
            while (c.next()) {
                long iid = c.getLong(0) + 1;
                interned.addMappingPaths(string(iid, c.getString(1)));
                String build = c.getString(2);
                interned.addBuildIds(InternedString.newBuilder().setIid(iid).setStr(buildId(build)));
                interned.addMappings(Mapping.newBuilder()
                        .setIid(iid)
                        .setBuildId(iid)
                        .addPathStringIds(iid)
                        .setExactOffset(c.getLong(3))
                        .setStartOffset(c.getLong(4))
                        .setStart(c.getLong(5))
                        .setEnd(c.getLong(6))
                        .setLoadBias(c.getLong(7)));
                countAdded();
            }
        });
    }

    private static ByteString buildId(@Nullable String id) {
        if (id == null) {
            return ByteString.EMPTY;
        }
        return id.matches("([0-9a-fA-F]{2})+")
                ? ByteString.copyFrom(HexFormat.of().parseHex(id))
                : ByteString.copyFromUtf8(id);
    }

    private void writeFrames() throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, coalesce(deobfuscated_name, name), mapping, rel_pc FROM stack_profile_frame ORDER BY id\
            """, c -> {
            while (c.next()) {
                long iid = c.getLong(0) + 1;
                interned.addFunctionNames(string(iid, c.getString(1)));
                Frame.Builder frame = Frame.newBuilder().setIid(iid).setFunctionNameId(iid);
                long mapping = c.getLong(2);
                if (!c.wasNull()) {
                    frame.setMappingId(mapping + 1);
                }
                interned.addFrames(frame.setRelPc(c.getLong(3)));
                countAdded();
            }
        });
    }

    private void readCallsites() throws IOException, ConvertProblem {
        rows.query("SELECT id, coalesce(parent_id, -1), frame_id FROM stack_profile_callsite", c -> {
            while (c.next()) {
                sites.put(c.getLong(0), new Site(c.getLong(1), c.getLong(2)));
            }
        });
    }

    private void writeCallstacks() throws IOException, ConvertProblem {
        rows.query("SELECT DISTINCT callsite_id FROM " + SAMPLES + " WHERE callsite_id IS NOT NULL", c -> {
            while (c.next()) {
                interned.addCallstacks(callstack(c.getLong(0) + 1, c.getLong(0)));
                countAdded();
            }
        });
    }

    /// Returns the frames of a callsite as a callstack with the given interning id.
    Callstack callstack(long iid, long callsite) {
        List<Long> frames = new ArrayList<>();
        for (Site s = sites.get(callsite); s != null; s = sites.get(s.parent)) {
            frames.add(s.frame + 1);
        }
        Collections.reverse(frames);
        return Callstack.newBuilder().setIid(iid).addAllFrameIds(frames).build();
    }

    private void writeSamples() throws IOException, ConvertProblem {
        rows.query("SELECT ts, utid, cpu, callsite_id FROM " + SAMPLES + " ORDER BY ts", c -> {
            while (c.next()) {
                long ts = c.getLong(0);
                if (ts < 0) {
                    losses.add("samples before time 0", 1);
                    continue;
                }
                TaskIds.Thread thread = ids.thread(c.getLong(1));
                PerfSample.Builder sample =
                        PerfSample.newBuilder().setPid((int) thread.pid()).setTid((int) thread.tid());
                long cpu = c.getLong(2);
                if (!c.wasNull()) {
                    sample.setCpu((int) cpu);
                }
                long callsite = c.getLong(3);
                if (!c.wasNull()) {
                    sample.setCallstackIid(callsite + 1);
                }
                out.write(TracePacket.newBuilder().setTimestamp(ts).setPerfSample(sample), thread.machine());
            }
        });
    }
}
