package traceglass.convert.symbols;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import traceglass.convert.output.ConvertProblem;
import traceglass.protos.trace.Trace;

/// Writes a trace together with the names of its functions as a tar file, which Perfetto's trace processor and UI open,
/// too. The members are `trace.perfetto`, `symbols.pb` and `deobfuscation.pb`; the last two only if they have content.
/// Facts: `trace_processor_shell bundle`, src/traceconv/trace_to_bundle.cc of Perfetto.
public final class TraceBundle {

    static final String TRACE = "trace.perfetto";
    static final String SYMBOLS = "symbols.pb";
    static final String MAPPINGS = "deobfuscation.pb";

    private TraceBundle() {}

    /// Writes the tar file.
    ///
    /// @param trace copied as it is
    /// @param symbols packets with `module_symbols`
    /// @param mappings packets with `deobfuscation_mapping`
    /// @throws ConvertProblem if the trace is not one file, or changes meanwhile
    public static void write(Path trace, Trace symbols, Trace mappings, OutputStream out)
            throws IOException, ConvertProblem {
        if (!Files.isRegularFile(trace)) {
            throw new ConvertProblem(
                    Files.exists(trace)
                            ? trace + " is a folder; a bundle contains a trace that is one file"
                            : trace + " does not exist");
        }
        // Not closed: the stream below is the caller's.
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        begin(tar, TRACE, Files.size(trace));
        try {
            Files.copy(trace, tar);
            tar.closeArchiveEntry();
        } catch (IllegalArgumentException e) {
            throw new ConvertProblem(trace + " changed while it was read", e);
        }
        add(tar, SYMBOLS, symbols);
        add(tar, MAPPINGS, mappings);
        tar.finish();
    }

    private static void add(TarArchiveOutputStream tar, String name, Trace packets) throws IOException {
        if (packets.getPacketCount() > 0) {
            byte[] bytes = packets.toByteArray();
            begin(tar, name, bytes.length);
            tar.write(bytes);
            tar.closeArchiveEntry();
        }
    }

    private static void begin(TarArchiveOutputStream tar, String name, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        // The same input gives the same bytes.
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
    }
}
