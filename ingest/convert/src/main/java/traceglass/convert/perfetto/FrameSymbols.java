package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.profiling.AddressSymbols;
import traceglass.protos.profiling.Line;
import traceglass.protos.profiling.ModuleSymbols;
import traceglass.protos.trace.TracePacket;

/// Source lines of frames. The line of a frame without inlined functions is written into the frame; inlined functions
/// are written at the end of the trace, as symbols of addresses.
final class FrameSymbols {

    private static final int BATCH_SIZE = 1024;

    private final TraceRows rows;
    private final PacketOutput out;
    private final Map<Long, List<Symbol>> symbols = new HashMap<>();
    private final Map<Integer, Set<Long>> inlined = new LinkedHashMap<>();
    private boolean isRead;

    /// A function of a frame.
    ///
    /// @param line 0 if it is unknown
    record Symbol(@Nullable String name, @Nullable String file, long line) {}

    FrameSymbols(TraceRows rows, PacketOutput out) {
        this.rows = rows;
        this.out = out;
    }

    /// Returns the source line of a frame without inlined functions; null if it has none. Frames with inlined functions
    /// are recorded for [#writeInlined].
    @Nullable
    Symbol sourceLine(long frame, int machine) throws IOException, ConvertProblem {
        if (!isRead) {
            read();
        }
        List<Symbol> functions = symbols.getOrDefault(frame, List.of());
        if (functions.size() > 1) {
            inlined.computeIfAbsent(machine, _ -> new HashSet<>()).add(frame);
        }
        return functions.size() == 1 && (functions.getFirst().file != null || functions.getFirst().line > 0)
                ? functions.getFirst()
                : null;
    }

    private void read() throws IOException, ConvertProblem {
        isRead = true;
        rows.query("""
            SELECT f.id, s.name, s.source_file, coalesce(s.line_number, 0)
            FROM stack_profile_frame AS f JOIN stack_profile_symbol AS s USING (symbol_set_id)
            ORDER BY f.id, s.id\
            """, c -> {
            while (c.next()) {
                symbols.computeIfAbsent(c.getLong(0), _ -> new ArrayList<>())
                        .add(new Symbol(c.getString(1), c.getString(2), c.getLong(3)));
            }
        });
    }

    /// Writes the inlined functions of all frames that were requested before. Readers apply them to frames that exist,
    /// so this follows the samples.
    void writeInlined(ConversionLosses losses) throws IOException, ConvertProblem {
        for (Map.Entry<Integer, Set<Long>> entry : inlined.entrySet()) {
            Map<Long, ModuleSymbols.Builder> modules = new LinkedHashMap<>();
            long[] lost = {0};
            // Symbols belong to all frames of an address.
            rows.query("""
                SELECT f.id, m.id, m.name, m.build_id, f.rel_pc,
                  count(*) OVER (PARTITION BY m.name, m.build_id, f.rel_pc)
                FROM stack_profile_frame AS f LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
                ORDER BY m.id, f.id\
                """, c -> {
                while (c.next()) {
                    if (!entry.getValue().contains(c.getLong(0))) {
                        continue;
                    }
                    if (c.getLong(5) > 1 || c.getString(2) == null) {
                        lost[0]++;
                        continue;
                    }
                    ModuleSymbols.Builder module = modules.get(c.getLong(1));
                    if (module == null) {
                        module = ModuleSymbols.newBuilder()
                                .setPath(CallstackPackets.path(c.getString(2)))
                                .setBuildIdBytes(CallstackPackets.buildId(c.getString(3)));
                        modules.put(c.getLong(1), module);
                    }
                    module.addAddressSymbols(lines(c.getLong(4), symbols.getOrDefault(c.getLong(0), List.of())));
                    if (module.getAddressSymbolsCount() == BATCH_SIZE) {
                        write(module, entry.getKey());
                        module.clearAddressSymbols();
                    }
                }
            });
            for (ModuleSymbols.Builder module : modules.values()) {
                if (module.getAddressSymbolsCount() > 0) {
                    write(module, entry.getKey());
                }
            }
            losses.add("frames without their inlined functions, because their address is not unique", lost[0]);
        }
    }

    private void write(ModuleSymbols.Builder module, int machine) throws IOException {
        out.write(TracePacket.newBuilder().setModuleSymbols(module), machine);
    }

    private static AddressSymbols lines(long address, List<Symbol> functions) {
        AddressSymbols.Builder lines = AddressSymbols.newBuilder().setAddress(address);
        for (Symbol function : functions) {
            Line.Builder line = Line.newBuilder();
            if (function.name != null) {
                line.setFunctionName(function.name);
            }
            if (function.file != null) {
                line.setSourceFileName(function.file);
            }
            if (function.line > 0) {
                line.setLineNumber((int) function.line);
            }
            lines.addLines(line);
        }
        return lines.build();
    }
}
