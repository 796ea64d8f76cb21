package traceglass.app.cli.serve;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.cli.agent.AgentPrinter;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.engine.EngineException;
import traceglass.engine.client.RemoteTrace;
import traceglass.sql.result.CsvPrinter;

/// Runs the SQL of `query --remote` on a running server.
public final class RemoteQuery implements AutoCloseable {

    /// Prints a result.
    public interface Table extends RemoteTrace.Rows {

        /// Called after the last row.
        void end() throws IOException;

        static Table of(CsvPrinter printer) {
            return new Table() {
                @Override
                public void columns(List<String> names) throws IOException {
                    printer.header(names);
                }

                @Override
                public void row(Object[] values) throws IOException {
                    printer.row(values);
                }

                @Override
                public void end() throws IOException {
                    printer.end();
                }
            };
        }

        static Table of(AgentPrinter printer) {
            return new Table() {
                @Override
                public void columns(List<String> names) {
                    printer.columns(names);
                }

                @Override
                public void row(Object[] values) {
                    printer.row(values);
                }

                @Override
                public void end() throws IOException {
                    printer.end();
                }
            };
        }
    }

    private final String server;
    private final RemoteTrace trace;

    private RemoteQuery(String server, RemoteTrace trace) {
        this.server = server;
        this.trace = trace;
    }

    /// Connects to a server.
    ///
    /// @param server name or path of a socket, `HOST:PORT`, or a URL
    /// @param token token that the server requires, or null
    /// @throws Failure if the server cannot be reached
    public static RemoteQuery of(String server, String token) throws Failure {
        try {
            return new RemoteQuery(server, connect(server, token));
        } catch (IOException e) {
            throw new Failure(ServeTexts.cantQuery(server, reason(e)), e);
        } catch (IllegalArgumentException e) {
            throw new Failure(ServeTexts.cantQuery(server, ServeTexts.INVALID_ADDRESS), e);
        }
    }

    /// Runs statements and prints the result of the last one.
    ///
    /// @throws Failure if a statement fails or the server cannot be reached
    public void run(String sql, Table table) throws Failure {
        boolean[] hasColumns = {false};
        try {
            trace.query(sql, new RemoteTrace.Rows() {
                @Override
                public void columns(List<String> names) throws IOException {
                    hasColumns[0] = true;
                    table.columns(names);
                }

                @Override
                public void row(Object[] values) throws IOException {
                    table.row(values);
                }
            });
            if (hasColumns[0]) {
                table.end();
            }
        } catch (EngineException e) {
            throw Failure.ofLines(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            if (!StandardOutput.isBroken()) {
                throw new Failure(ServeTexts.cantQuery(server, reason(e)), e);
            }
        } catch (IllegalArgumentException e) {
            throw new Failure(ServeTexts.cantQuery(server, ServeTexts.INVALID_ADDRESS), e);
        }
    }

    /// Ends the query for this client, from any thread. The server cancels it when it notices, within seconds.
    public void cancel() {
        close();
    }

    @Override
    public void close() {
        try {
            trace.close();
        } catch (IOException e) {
            // The connection was already broken.
        }
    }

    private static String reason(IOException e) {
        return e instanceof ConnectException ? ServeTexts.NOT_RUNNING : CommandOutput.reason(e);
    }

    private static RemoteTrace connect(String server, String token) throws IOException {
        if (server.contains("://") || server.matches(".*:\\d+") && !server.startsWith("/")) {
            return RemoteTrace.connect(URI.create(server.contains("://") ? server : "http://" + server), token);
        }
        Path socket = SocketFolder.path(server);
        if (SocketFolder.isName(server)) {
            SocketFolder.check();
        }
        if (!Files.exists(socket)) {
            throw new ConnectException();
        }
        return RemoteTrace.connect(socket);
    }
}
