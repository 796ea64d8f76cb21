package traceglass.app.cli.serve;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts of the command `serve`.
final class ServeTexts {

    static final String SERVE =
            "Run a server for queries from other programs: Perfetto's Python client and UI, notebooks, scripts.";
    static final String TRACE = "The trace to load. Without it, clients load one.";
    static final String HTTP =
            "Listen for HTTP and WebSocket on this port (0: any free one). Default: 9001, unless --unix or --stdio is"
                    + " given.";
    static final String ADDRESS =
            "Address to listen on. Default: this machine only. On any other address, clients must send the token.";
    static final String TOKEN = "Token that clients must send as \"Authorization: Bearer TOKEN\" or ?token=TOKEN."
            + " Default: a random one, if the address can be reached from other machines.";
    static final String ORIGINS = "More origins of web pages that may send requests, separated by commas.";
    static final String UNIX = "Listen on this Unix socket: a path, or a name that clients use.";
    static final String STDIO = "Serve calls on standard input and output.";
    static final String IDLE = "Stop after this long without a call, such as 30m. Default: never.";
    static final String ALLOW_FILES = "Allow SQL of clients to read and write files and change settings.";
    static final String MODULES = "Folder with SQL modules for INCLUDE PERFETTO MODULE; can be repeated.";
    static final String PACKAGE =
            "Folder with SQL modules whose names start with NAME (default: that of the folder): file"
                    + " a/b.sql is module NAME.a.b. Also DIR@NAME, as in Perfetto's trace processor; can be repeated.";
    static final String LIST = "List the running servers that were started with --unix NAME.";
    static final String KILL = "Stop the server with this name.";
    static final String NAME = "Name of the server, as passed to --unix.";
    static final String NONE = tr("no named server is running; start one with serve --unix NAME");
    static final String WITHOUT_TRACE = tr("no trace");
    static final String NOT_RUNNING = tr("no server is running there");
    static final String INVALID_ADDRESS = tr("it is not a socket name, a socket path or a URL");
    static final String STDIO_ALONE = tr("--stdio can't be used together with --http or --unix");
    static final String VERSION = tr("Traceglass ");

    private ServeTexts() {}

    static String cantListen(String address, String reason) {
        return tr("can't listen on {0}: {1}", address, reason);
    }

    static String http(String address, int port) {
        return tr("HTTP at http://{0}:{1}", address, port);
    }

    static String token(String token) {
        return tr("Token: {0}", token);
    }

    static String unix(String name, Path path, String idle) {
        return tr(
                "traceglass-session pid={0} session={1} socket-path={2} idle-timeout={3}",
                ProcessHandle.current().pid(), name, path, idle);
    }

    static String ended(String name, long pid) {
        return tr("stopped {0} (process {1})", name, pid);
    }

    static String noServer(String name, String suggestion) {
        return tr("no server named {0} is running{1}", name, suggestion);
    }

    static String notEnded(String name, long pid) {
        return tr("the server {0} (process {1}) did not stop", name, pid);
    }

    static String cantReadModules(Path folder, String reason) {
        return tr("can't read the SQL modules in {0}: {1}", folder, reason);
    }

    static String cantList(String reason) {
        return tr("can't list the servers: {0}", reason);
    }

    static String notATime(String text) {
        return tr("--idle-timeout: can't read '{0}' as a duration; examples: 30m, 2h, never", text);
    }

    static String cantQuery(String server, String reason) {
        return tr("can't query {0}: {1}", server, reason);
    }

    static String openFolder(Path folder) {
        return tr("the folder {0} is not private: another user owns it or can access it", folder);
    }

    static String notAFolder(Path folder) {
        return tr("{0} is not a folder", folder);
    }

    static String notAName(String name) {
        return tr("--unix: '{0}' is neither a path nor a name of letters, digits, - and _", name);
    }

    static String apiVersion(int version) {
        return tr("Trace Processor RPC API version: {0}", version);
    }
}
