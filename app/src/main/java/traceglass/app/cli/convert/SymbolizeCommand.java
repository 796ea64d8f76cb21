package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.Failure;
import traceglass.protos.trace.Trace;

/// `symbolize TRACE -o OUT`: writes packets with the names of functions, without the trace.
@Command(name = "symbolize", description = ConvertTexts.SYMBOLIZE, mixinStandardHelpOptions = true)
public final class SymbolizeCommand implements Callable<Integer> {

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
                    MissingNames names = new MissingNames(file, traces);
                    if (names.unresolved().symbols().modules().isEmpty()) {
                        throw new Failure(ConvertTexts.allNamed(file));
                    }
                    Trace symbols = names.symbols();
                    if (symbols.getPacketCount() == 0) {
                        throw new Failure(ConvertTexts.noSymbolsFound(file));
                    }
                    symbols.writeTo(out);
                }));
        return 0;
    }
}
