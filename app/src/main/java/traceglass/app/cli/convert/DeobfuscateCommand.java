package traceglass.app.cli.convert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.protos.trace.Trace;

/// `deobfuscate TRACE --mapping FILE -o OUT`: writes packets with the mappings of R8 or ProGuard, without the trace.
@Command(name = "deobfuscate", description = ConvertTexts.DEOBFUSCATE, mixinStandardHelpOptions = true)
public final class DeobfuscateCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @ParentCommand
    TraceAccess traces;

    @Mixin
    OutputFlags output;

    @Parameters(paramLabel = "TRACE", description = ConvertTexts.TRACE)
    Path trace;

    @Override
    public Integer call() throws Failure {
        if (traces.symbols().mappings().isEmpty()) {
            throw UsageErrors.of(spec, ConvertTexts.NO_MAPPING);
        }
        traces.withFile(
                trace,
                file -> output.write(List.of(file), out -> {
                    if (!Files.exists(file)) {
                        throw new Failure(ConvertTexts.doesNotExist(file));
                    }
                    Trace mappings = new MissingNames(file, traces).mappings();
                    if (mappings.getPacketCount() == 0) {
                        throw new Failure(ConvertTexts.noMappingApplies(file));
                    }
                    mappings.writeTo(out);
                }));
        return 0;
    }
}
