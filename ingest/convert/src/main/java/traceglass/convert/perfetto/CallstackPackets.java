package traceglass.convert.perfetto;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.Mapping;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;

/// Writes mappings, frames and callstacks as interned data of a sequence, once each. Their interning ids are their row
/// ids plus 1.
final class CallstackPackets {

    private static final int BATCH_SIZE = 1024;

    private final TraceRows rows;
    private final PacketOutput out;
    private final Map<Long, Callsite> callsites = new HashMap<>();
    private InternedData.Builder interned = InternedData.newBuilder();
    private final FrameSymbols symbols;
    /// Interning ids of the source files written to the current sequence, by path.
    private final Map<String, Long> fileIids = new HashMap<>();
    private int pending;

    private record Callsite(long parent, long frame) {}

    CallstackPackets(TraceRows rows, PacketOutput out) {
        this.rows = rows;
        this.out = out;
        symbols = new FrameSymbols(rows, out);
    }

    /// Writes the mappings and frames of callstacks.
    ///
    /// @param callsiteQuery query that returns the ids of the innermost callsites
    /// @param withCallstacks whether to write callstacks, too; otherwise, the caller writes them with [#callstack]
    void write(String callsiteQuery, boolean withCallstacks, int machine, int sequence)
            throws IOException, ConvertProblem {
        if (callsites.isEmpty()) {
            readCallsites();
        }
        List<Long> innermost = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Set<Long> frames = new HashSet<>();
        rows.query(callsiteQuery, c -> {
            while (c.next()) {
                innermost.add(c.getLong(0));
            }
        });
        for (long callsite : innermost) {
            for (long s = callsite; seen.add(s) && callsites.get(s) instanceof Callsite site; s = site.parent) {
                frames.add(site.frame);
            }
        }
        Destination to = new Destination(machine, sequence);
        writeMappings(to);
        fileIids.clear();
        writeFrames(frames, to);
        if (withCallstacks) {
            for (long callsite : innermost) {
                interned.addCallstacks(callstack(callsite + 1, callsite));
                countAdded(to);
            }
        }
        flush(to);
    }

    private record Destination(int machine, int sequence) {}

    private void countAdded(Destination to) throws IOException {
        if (++pending >= BATCH_SIZE) {
            flush(to);
        }
    }

    private void flush(Destination to) throws IOException {
        if (pending > 0) {
            out.write(TracePacket.newBuilder().setInternedData(interned), to.machine, to.sequence);
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

    private void writeMappings(Destination to) throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, name, build_id, exact_offset, start_offset, start, "end", load_bias
            FROM stack_profile_mapping ORDER BY id\
            """, c -> {
            while (c.next()) {
                long iid = c.getLong(0) + 1;
                String path = path(c.getString(1));
                interned.addMappingPaths(string(iid, path));
                String build = c.getString(2);
                interned.addBuildIds(InternedString.newBuilder().setIid(iid).setStr(buildId(build)));
                Mapping.Builder mapping = Mapping.newBuilder().setIid(iid).setBuildId(iid);
                if (!path.isEmpty()) {
                    mapping.addPathStringIds(iid);
                }
                interned.addMappings(mapping.setExactOffset(c.getLong(3))
                        .setStartOffset(c.getLong(4))
                        .setStart(c.getLong(5))
                        .setEnd(c.getLong(6))
                        .setLoadBias(c.getLong(7)));
                countAdded(to);
            }
        });
    }

    /// Returns the path of a mapping with a leading slash, because readers split it at slashes.
    static String path(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return "";
        }
        return name.startsWith("/") ? name : "/" + name;
    }

    /// Returns the bytes of a build id, which is stored in hexadecimal digits; other text is written as it is.
    static ByteString buildId(@Nullable String id) {
        if (id == null) {
            return ByteString.EMPTY;
        }
        return id.matches("([0-9a-fA-F]{2})+")
                ? ByteString.copyFrom(HexFormat.of().parseHex(id))
                : ByteString.copyFromUtf8(id);
    }

    private void writeFrames(Set<Long> frames, Destination to) throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, coalesce(deobfuscated_name, name), mapping, rel_pc, type FROM stack_profile_frame ORDER BY id\
            """, c -> {
            while (c.next()) {
                if (!frames.contains(c.getLong(0))) {
                    continue;
                }
                long iid = c.getLong(0) + 1;
                interned.addFunctionNames(string(iid, c.getString(1)));
                Frame.Builder frame = Frame.newBuilder().setIid(iid).setFunctionNameId(iid);
                long mapping = c.getLong(2);
                if (!c.wasNull()) {
                    frame.setMappingId(mapping + 1);
                }
                String type = c.getString(4);
                if (type != null) {
                    frame.setKindStr(type);
                }
                addSource(frame, symbols.sourceLine(c.getLong(0), to.machine));
                interned.addFrames(frame.setRelPc(c.getLong(3)));
                countAdded(to);
            }
        });
    }

    private void addSource(Frame.Builder frame, FrameSymbols.@Nullable Symbol source) {
        if (source == null) {
            return;
        }
        if (source.file() != null) {
            Long known = fileIids.get(source.file());
            long file = known == null ? fileIids.size() + 1L : known;
            if (known == null) {
                fileIids.put(source.file(), file);
                interned.addSourcePaths(string(file, source.file()));
            }
            frame.setSourcePathIid(file);
        }
        if (source.line() > 0) {
            frame.setLineNumber((int) source.line());
        }
    }

    /// Writes the inlined functions of all frames, after the samples.
    void writeInlined(ConversionLosses losses) throws IOException, ConvertProblem {
        symbols.writeInlined(losses);
    }

    private void readCallsites() throws IOException, ConvertProblem {
        rows.query("SELECT id, coalesce(parent_id, -1), frame_id FROM stack_profile_callsite", c -> {
            while (c.next()) {
                callsites.put(c.getLong(0), new Callsite(c.getLong(1), c.getLong(2)));
            }
        });
    }

    /// Returns the frames of a callsite as a callstack with the given interning id.
    Callstack callstack(long iid, long callsite) {
        List<Long> frames = new ArrayList<>();
        for (Callsite s = callsites.get(callsite); s != null; s = callsites.get(s.parent)) {
            frames.add(s.frame + 1);
        }
        Collections.reverse(frames);
        return Callstack.newBuilder().setIid(iid).addAllFrameIds(frames).build();
    }
}
