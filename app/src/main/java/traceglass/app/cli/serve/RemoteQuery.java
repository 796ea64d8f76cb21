package traceglass.app.cli.serve;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.engine.EngineException;
import traceglass.engine.client.RemoteTrace;
import traceglass.sql.result.CsvPrinter;

/// `query --remote`: runs SQL on a running server and prints the result as CSV.
public final class RemoteQuery {

    private RemoteQuery() {}

    /// @param server name or path of a socket, `HOST:PORT`, or a URL
    /// @param token what the server asks for, or null
    public static int run(String server, String token, String sql) throws Failure {
        CsvPrinter printer = new CsvPrinter(StandardOutput.checked(), TerminalText.outputCleaner());
        try (RemoteTrace trace = connect(server, token)) {
            boolean[] hasColumns = {false};
            trace.query(sql, new RemoteTrace.Rows() {
                @Override
                public void columns(List<String> names) throws IOException {
                    hasColumns[0] = true;
                    printer.header(names);
                }

                @Override
                public void row(Object[] values) throws IOException {
                    printer.row(values);
                }
            });
            if (hasColumns[0]) {
                printer.end();
            }
            return 0;
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            if (StandardOutput.isBroken()) {
                return 0;
            }
            throw new Failure(ServeTexts.cantAsk(server, reason(e)), e);
        } catch (IllegalArgumentException e) {
            throw new Failure(ServeTexts.cantAsk(server, ServeTexts.NO_ADDRESS), e);
        }
    }

    private static String reason(IOException e) {
        return e instanceof ConnectException ? ServeTexts.NOT_RUNNING : CommandOutput.reason(e);
    }

    private static RemoteTrace connect(String server, String token) throws IOException {
        if (server.contains("://") || server.matches(".*:\\d+") && !server.startsWith("/")) {
            return RemoteTrace.at(URI.create(server.contains("://") ? server : "http://" + server), token);
        }
        Path socket = SocketFolder.path(server);
        if (SocketFolder.isName(server)) {
            SocketFolder.check();
        }
        if (!Files.exists(socket)) {
            throw new ConnectException();
        }
        return RemoteTrace.at(socket);
    }
}
