package traceglass.app.cli.mcp;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.Version;
import traceglass.app.mcp.TraceMcpServer;

/// `mcp`: answers an agent until standard input ends.
@Command(name = "mcp", description = McpCommandTexts.MCP, mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer> {

    @ParentCommand
    TraceAccess traces;

    @Option(names = "--allow", paramLabel = "DIR", description = McpCommandTexts.ALLOW)
    List<Path> allowed = List.of(Path.of(""));

    @Option(names = "--allow-record", description = McpCommandTexts.ALLOW_RECORD)
    boolean allowRecord;

    @Option(names = "--modules", paramLabel = "DIR", description = McpCommandTexts.MODULES)
    List<Path> modules = List.of();

    @Override
    public Integer call() throws Failure {
        // Standard output is only for messages of the protocol; all other output goes to standard
        // error.
        OutputStream out = StandardOutput.checked(System.out);
        PrintStream printed = System.out;
        System.setOut(System.err);
        TraceMcpServer.Permissions permissions = new TraceMcpServer.Permissions(
                allowed, modules, allowRecord ? allowed.getFirst().toAbsolutePath() : null);
        try (TraceMcpServer server = new TraceMcpServer(permissions, traces.options(), Version.text())) {
            Thread hook = new Thread(server::close, "end of the server");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                server.serve(System.in, out);
            } finally {
                removeHook(hook);
            }
            return 0;
        } catch (IOException e) {
            throw new Failure(McpCommandTexts.cantStart(CommandOutput.reason(e)), e);
        } finally {
            System.setOut(printed);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends.
        }
    }
}
