package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.convert.packet.Decompression;
import traceglass.ingest.ImportProgress;

/// `decompress TRACE -o OUT`: writes a Perfetto trace without compression.
@Command(name = "decompress", description = ConvertTexts.DECOMPRESS, mixinStandardHelpOptions = true)
public final class DecompressCommand implements Callable<Integer> {

    @ParentCommand
    TraceAccess traces;

    @Mixin
    OutputFlags output;

    @Parameters(paramLabel = "TRACE", description = ConvertTexts.TRACE)
    Path trace;

    @Override
    public Integer call() throws Failure {
        traces.withFile(
                trace,
                file -> output.write(List.of(file), out -> {
                    String loss =
                            Decompression.run(file, out, new ImportProgress()).loss();
                    if (!loss.isEmpty()) {
                        CommandOutput.report(loss);
                    }
                }));
        return 0;
    }
}
