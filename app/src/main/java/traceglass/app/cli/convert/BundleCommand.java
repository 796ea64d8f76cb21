package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.Failure;
import traceglass.convert.symbols.TraceBundle;

/// `bundle TRACE -o OUT.tar`: writes a trace and the symbols of its functions to one archive.
@Command(name = "bundle", description = ConvertTexts.BUNDLE, mixinStandardHelpOptions = true)
public final class BundleCommand implements Callable<Integer> {

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
                    TraceBundle.write(file, names.symbols(), names.mappings(), out);
                }));
        return 0;
    }
}
