package traceglass.convert.symbols;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.ElfFile;
import traceglass.protos.profiling.AddressSymbols;
import traceglass.protos.profiling.Line;
import traceglass.protos.profiling.ModuleSymbols;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.text.DisplayText;

/// Finds function names and source lines for the addresses in a trace and returns them as trace packets
/// (`ModuleSymbols`), which any Perfetto reader understands when they follow the trace.
public final class Symbolization {

    /// Sources of symbols.
    ///
    /// @param folders binaries and Breakpad files in the user's folders
    /// @param kernel a copy of `/proc/kallsyms` or a `System.map`, or null
    /// @param debuginfod servers for missing files, or null
    /// @param symbolizer path of `llvm-symbolizer`, or null to read binaries without it
    /// @param demangle converts mangled function names to source names
    public record Sources(
            SymbolFolders folders,
            @Nullable Path kernel,
            @Nullable Debuginfod debuginfod,
            @Nullable Path symbolizer,
            UnaryOperator<String> demangle) {

        /// Returns the path of an installed `llvm-symbolizer`, or null.
        public static @Nullable Path installedSymbolizer() {
            return LlvmSymbolizer.find(System.getenv());
        }
    }

    /// Result for a module.
    ///
    /// @param source the file with the symbols, or null if none was found
    /// @param problem reason why symbols are missing, or null
    public record Result(
            UnsymbolizedModule module,
            int resolved,
            @Nullable Path source,
            @Nullable String problem) {}

    /// The packets, and the result for each module.
    public record Outcome(Trace packets, List<Result> results) {

        /// Returns the number of addresses that got a name.
        public int resolved() {
            return results.stream().mapToInt(Result::resolved).sum();
        }
    }

    private final Sources sources;
    private final BooleanSupplier isCanceled;
    private final Trace.Builder packets = Trace.newBuilder();

    private Symbolization(Sources sources, BooleanSupplier isCanceled) {
        this.sources = sources;
        this.isCanceled = isCanceled;
    }

    /// Symbolizes the modules of a trace.
    ///
    /// @param isCanceled returns whether to stop; called for each module. The remaining modules are missing in the
    ///     result
    public static Outcome run(List<UnsymbolizedModule> modules, Sources sources, BooleanSupplier isCanceled)
            throws InterruptedException {
        Symbolization run = new Symbolization(sources, isCanceled);
        List<Result> results = new ArrayList<>();
        for (UnsymbolizedModule module : modules) {
            if (isCanceled.getAsBoolean()) {
                break;
            }
            results.add(run.module(module));
        }
        return new Outcome(run.packets.build(), List.copyOf(results));
    }

    private Result module(UnsymbolizedModule module) throws InterruptedException {
        try {
            Path source = source(module);
            if (source == null) {
                return new Result(module, 0, null, missingReason(module));
            }
            return symbolize(module, source);
        } catch (IOException e) {
            return new Result(module, 0, null, e.getMessage());
        } catch (IndexOutOfBoundsException e) {
            return new Result(module, 0, null, "The file with its symbols is damaged.");
        }
    }

    /// Returns a build id as in the trace. Chrome writes some ids as 33 hexadecimal digits.
    private static ByteString buildIdBytes(String buildId) {
        return buildId.length() % 2 == 0 ? ByteString.fromHex(buildId) : ByteString.copyFromUtf8(buildId);
    }

    private @Nullable Path source(UnsymbolizedModule module) throws IOException, InterruptedException {
        if (module.isKernel() && sources.kernel != null) {
            return sources.kernel;
        }
        if (module.buildId().isEmpty()) {
            return null;
        }
        Path breakpad = sources.folders.breakpad(module.buildId());
        Path binary = breakpad != null ? breakpad : sources.folders.binary(module.buildId());
        // Without a copy of the binary, try this computer: the trace could have been recorded here.
        binary = binary != null ? binary : LocalBinary.find(module, LocalBinary.debugFolders());
        return binary != null || sources.debuginfod == null ? binary : sources.debuginfod.find(module.buildId());
    }

    private String missingReason(UnsymbolizedModule module) {
        if (module.isKernel()) {
            return "Choose a copy of /proc/kallsyms or a System.map of this kernel.";
        }
        return module.buildId().isEmpty()
                ? "The trace has no build id for this file, so no binary can be matched."
                : "No file with the build id " + module.buildId() + " in the chosen folders.";
    }

    private Result symbolize(UnsymbolizedModule module, Path source) throws IOException {
        long correction = 0;
        boolean isKernel = module.isKernel() && source.equals(sources.kernel);
        boolean isBreakpad = !isKernel && source.equals(sources.folders.breakpad(module.buildId()));
        if (isKernel) {
            correction = module.memoryShift();
        } else if (!isBreakpad) {
            try (ElfFile elf = ElfFile.open(source)) {
                // Android 10 recorded a load bias that is too small, which shifts all addresses
                // (Perfetto, src/profiling/symbolizer/local_symbolizer.cc).
                correction = elf.isDebugOnly() ? 0 : Math.max(0, elf.loadBias() - module.loadBias());
            }
        }
        ModuleSymbols.Builder symbols = ModuleSymbols.newBuilder().setPath(module.path());
        symbols.setBuildIdBytes(buildIdBytes(module.buildId()));
        int resolved = 0;
        try (Symbolizer symbolizer = symbolizer(source, isKernel, isBreakpad)) {
            for (long address : module.addresses()) {
                List<SourceFrame> frames = symbolizer.find(address + correction);
                if (!frames.isEmpty()) {
                    symbols.addAddressSymbols(lines(address, frames));
                    resolved++;
                }
                if (isCanceled.getAsBoolean()) {
                    break;
                }
            }
        }
        if (resolved > 0) {
            packets.addPacket(TracePacket.newBuilder().setModuleSymbols(symbols));
        }
        int unknown = module.addresses().size() - resolved;
        return new Result(
                module,
                resolved,
                source,
                unknown == 0
                        ? null
                        : source.getFileName() + " has no function for " + DisplayText.grouped(unknown) + " of "
                                + DisplayText.grouped(module.addresses().size()) + " addresses.");
    }

    private Symbolizer symbolizer(Path source, boolean isKernel, boolean isBreakpad) throws IOException {
        if (isKernel) {
            KernelSymbols kernel = new KernelSymbols(source);
            if (kernel.isEmpty()) {
                throw new IOException("The addresses in " + source.getFileName()
                        + " are hidden (all zero). Copy /proc/kallsyms as root, with kernel.kptr_restrict set to 0.");
            }
            return kernel;
        }
        if (isBreakpad) {
            return new BreakpadSymbols(source, sources.demangle);
        }
        if (sources.symbolizer != null) {
            try {
                return new LlvmSymbolizer(sources.symbolizer, source);
            } catch (IOException e) {
                // The program can't be started: read the file without it.
            }
        }
        return new ElfSymbolizer(source, sources.demangle);
    }

    private static AddressSymbols lines(long address, List<SourceFrame> frames) {
        AddressSymbols.Builder symbols = AddressSymbols.newBuilder().setAddress(address);
        for (SourceFrame frame : frames) {
            Line.Builder line = Line.newBuilder().setFunctionName(frame.function());
            if (frame.file() != null) {
                line.setSourceFileName(frame.file());
                if (frame.line() > 0) {
                    line.setLineNumber(frame.line());
                }
            }
            symbols.addLines(line);
        }
        return symbols.build();
    }
}
