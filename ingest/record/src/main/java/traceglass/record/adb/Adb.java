package traceglass.record.adb;

import java.io.EOFException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import traceglass.record.spi.RecordProblem;

/// What adb sees: the list of devices, once or for as long as somebody wants to know.
public final class Adb {

    private static final long RETRY_MS = 1000;
    private static final int ASK_PERIOD_MS = 1000;

    private final AdbServer server;
    private final Map<String, String> environment;

    public Adb(AdbServer server, Map<String, String> environment) {
        this.server = server;
        this.environment = Map.copyOf(environment);
    }

    /// The server and program that the environment names.
    public static Adb ofEnvironment() {
        return new Adb(AdbServer.ofEnvironment(System.getenv()), System.getenv());
    }

    /// Makes sure that the server runs, and starts it if adb is found.
    public void ensureServer() throws RecordProblem {
        try {
            server.version();
        } catch (RecordProblem e) {
            if (e.kind() != RecordProblem.Kind.NOT_FOUND || !server.host().equals("localhost")) {
                throw e;
            }
            AdbProgram.startServer(server, environment);
            server.version();
        }
    }

    /// The devices now, each a target.
    public List<AdbTarget> devices() throws RecordProblem {
        ensureServer();
        return targets(server.ask("host:devices-l"));
    }

    private List<AdbTarget> targets(String list) {
        return AdbDevice.parse(list).stream().map(d -> new AdbTarget(server, d)).toList();
    }

    /// Attaches a device over the network.
    ///
    /// @param address host and port, such as `192.168.1.42:5555`
    /// @return adb's words about how it went
    public String connect(String address) throws RecordProblem {
        ensureServer();
        String said = server.ask("host:connect:" + address);
        if (said.startsWith("failed to authenticate")) {
            // It is in the list from now on, and says there what to do.
            return said;
        }
        if (said.startsWith("failed")
                || said.startsWith("unable")
                || said.startsWith("cannot")
                || said.startsWith("missing")) {
            throw new RecordProblem(
                    RecordProblem.Kind.NOT_FOUND,
                    "No device at " + address + ": " + said
                            + ". Turn on wireless debugging on the device and use the address that it shows.");
        }
        return said;
    }

    /// Pairs with a device that has not met this computer yet.
    ///
    /// @param address host and port of the device's pairing dialog, which are others than those of [#connect]
    /// @param code the six digits that it shows
    /// @return adb's words about how it went
    public String pair(String address, String code) throws RecordProblem {
        ensureServer();
        String said;
        try {
            said = server.ask("host:pair:" + code + ":" + address).strip();
        } catch (RecordProblem e) {
            if (e.kind() == RecordProblem.Kind.REFUSED
                    && String.valueOf(e.getMessage()).contains("unknown host service")) {
                // Some distributions build adb without it.
                throw new RecordProblem(
                        RecordProblem.Kind.UNSUPPORTED,
                        "This adb cannot pair. Install the Android SDK Platform-Tools, restart its server (adb"
                                + " kill-server && adb start-server) and pair again; or attach the device by USB once and"
                                + " use adb tcpip 5555.",
                        e);
            }
            throw e;
        }
        if (!said.startsWith("Successfully")) {
            throw new RecordProblem(
                    RecordProblem.Kind.REFUSED,
                    "Pairing with " + address + " failed: " + said
                            + ". Open \"Pair device with pairing code\" on the device and use the address and code"
                            + " that it shows now.");
        }
        return said;
    }

    /// Has adb connect anew to devices that do not answer or have not authorised this computer; the device asks
    /// again then.
    public void askAgain() throws RecordProblem {
        server.ask("host:reconnect-offline");
    }

    /// A list that keeps up. Close it to end that.
    public interface Watch extends AutoCloseable {

        @Override
        void close();
    }

    /// Tells of the devices, now and at every change, on a thread of its own. When the server goes away it is
    /// waited for, and the receiver gets the reason with an empty list.
    public Watch watch(BiConsumer<List<AdbTarget>, RecordProblem> receiver) {
        Watcher watcher = new Watcher(receiver);
        Thread.ofPlatform().daemon().name("traceglass-devices").start(watcher);
        return watcher;
    }

    private final class Watcher implements Runnable, Watch {

        private final BiConsumer<List<AdbTarget>, RecordProblem> receiver;
        private volatile boolean closed;

        @SuppressWarnings("NullAway.Init") // Closed by `close` if it is there yet.
        private volatile SocketChannel channel;

        Watcher(BiConsumer<List<AdbTarget>, RecordProblem> receiver) {
            this.receiver = receiver;
        }

        @Override
        public void run() {
            boolean startIt = true;
            while (!closed) {
                try {
                    if (startIt) {
                        ensureServer();
                    }
                    follow();
                    startIt = false;
                } catch (RecordProblem e) {
                    // Started once at most: whoever ends the server on purpose does not want it
                    // back at once.
                    startIt = false;
                    if (!closed) {
                        receiver.accept(List.of(), e);
                    }
                }
                pause();
            }
        }

        private void follow() throws RecordProblem {
            try (SocketChannel c = server.openHost("host:track-devices-l")) {
                channel = c;
                String told = null;
                while (!closed) {
                    String list = nextList(c);
                    if (!list.equals(told)) {
                        told = list;
                        receiver.accept(targets(list), null);
                    }
                }
            } catch (IOException e) {
                if (!closed) {
                    receiver.accept(
                            List.of(),
                            new RecordProblem(
                                    RecordProblem.Kind.LOST,
                                    "The adb server went away. Start it with: adb start-server",
                                    e));
                }
            }
        }

        /// The next list. Not every server tells of a device that waits to be authorised, so it is asked now
        /// and then as well.
        private String nextList(SocketChannel c) throws IOException, RecordProblem {
            PushbackInputStream in = new PushbackInputStream(c.socket().getInputStream());
            try {
                c.socket().setSoTimeout(ASK_PERIOD_MS);
                int first = in.read();
                if (first < 0) {
                    throw new EOFException("adb closed the connection");
                }
                in.unread(first);
                c.socket().setSoTimeout(0);
                return AdbServer.readText(in);
            } catch (SocketTimeoutException e) {
                return server.ask("host:devices-l");
            }
        }

        private void pause() {
            try {
                if (!closed) {
                    Thread.sleep(RETRY_MS);
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }

        @Override
        public void close() {
            closed = true;
            SocketChannel c = channel;
            if (c != null) {
                try {
                    c.close();
                } catch (IOException e) {
                    // It is at its end either way.
                }
            }
        }
    }
}
