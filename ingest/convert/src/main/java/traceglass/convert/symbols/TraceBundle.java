package traceglass.convert.symbols;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.TarOutput;
import traceglass.protos.trace.Trace;

/// Writes a trace together with its function names into a tar file, which Perfetto's trace processor and UI can
/// also open. The members are `trace.perfetto`, `symbols.pb` and `deobfuscation.pb`; the last two only if they
/// have content. Format: `trace_processor_shell bundle`, src/traceconv/trace_to_bundle.cc of Perfetto.
public final class TraceBundle {

    static final String TRACE = "trace.perfetto";
    static final String SYMBOLS = "symbols.pb";
    static final String MAPPINGS = "deobfuscation.pb";

    private TraceBundle() {}

    /// Writes the tar file.
    ///
    /// @param trace trace file, which is copied unchanged
    /// @param symbols packets with `module_symbols`
    /// @param mappings packets with `deobfuscation_mapping`
    /// @throws ConvertProblem if the trace is not a single file, or changes while it is read
    public static void write(Path trace, Trace symbols, Trace mappings, OutputStream out)
            throws IOException, ConvertProblem {
        if (!Files.isRegularFile(trace)) {
            throw new ConvertProblem(
                    Files.exists(trace)
                            ? trace + " is a folder; only a trace in a single file can be bundled"
                            : trace + " does not exist");
        }
        TarOutput tar = new TarOutput(out);
        tar.add(TRACE, trace);
        add(tar, SYMBOLS, symbols);
        add(tar, MAPPINGS, mappings);
        tar.finish();
    }

    private static void add(TarOutput tar, String name, Trace packets) throws IOException {
        if (packets.getPacketCount() > 0) {
            tar.add(name, packets.toByteArray());
        }
    }
}
