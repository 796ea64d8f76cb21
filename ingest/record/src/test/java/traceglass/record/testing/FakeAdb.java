package traceglass.record.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import traceglass.record.adb.Adb;
import traceglass.record.adb.AdbServer;
import traceglass.record.adb.AdbTarget;

/// An adb server with simulated devices, for tests that must not depend on adb or a phone.
public final class FakeAdb implements AutoCloseable {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int EXIT = 3;
    private static final int CLOSE_STDIN = 4;

    /// Result of a command.
    public record Reply(String out, String errors, int exit) {}

    /// Simulates a command that runs for some time and writes output.
    public interface Program {

        /// @return the exit code
        int run(byte[] input, OutputStream out) throws IOException, InterruptedException;
    }

    /// Simulated device.
    public static final class Phone {

        public final String serial;
        public volatile String state = "device";
        public String model = "Test_Phone";

        /// Whether it has version 2 of the shell protocol.
        public boolean framed = true;

        /// Its tracing service; null if access to the socket is denied.
        public volatile FakeService service;

        /// Replies by command; other commands print nothing.
        public final Map<String, Reply> replies = new LinkedHashMap<>();

        /// Programs by the prefix of their command line.
        public final Map<String, Program> programs = new LinkedHashMap<>();

        /// Properties that `getprop` prints.
        public final Map<String, String> properties = new LinkedHashMap<>();

        /// Received commands, in order.
        public final List<String> commands = new CopyOnWriteArrayList<>();

        public Phone(String serial, int sdk, String release) {
            this.serial = serial;
            properties.put("ro.build.version.sdk", String.valueOf(sdk));
            properties.put("ro.build.version.release", release);
            properties.put("ro.product.model", "Test Phone");
        }

        /// Sets the output of a command.
        public void addOutput(String command, String out) {
            replies.put(command, new Reply(out, "", 0));
        }
    }

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Phone> phones = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /// Received requests to the server itself, in order.
    public final List<String> requests = new CopyOnWriteArrayList<>();

    /// Replies to requests to the server itself, prefixed with `OKAY` or `FAIL`. Tests add those that they need.
    public final Map<String, String> serverReplies = new LinkedHashMap<>();

    public FakeAdb(Phone... phones) throws IOException {
        this.phones.addAll(List.of(phones));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    Socket s = server.accept();
                    open.add(s);
                    Thread.ofPlatform().daemon().start(() -> {
                        try (s) {
                            serve(s);
                        } catch (IOException | InterruptedException e) {
                            // The client has disconnected.
                        }
                    });
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }

    public AdbServer server() {
        return new AdbServer("localhost", server.getLocalPort());
    }

    public Adb adb() {
        return new Adb(server(), Map.of());
    }

    /// The first device, as a recording target.
    public AdbTarget target() throws Exception {
        return adb().devices().getFirst();
    }

    public void attach(Phone phone) {
        phones.add(phone);
    }

    /// Breaks all connections, as if the cable were pulled.
    public void breakConnections() throws IOException {
        for (Socket s : open) {
            s.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        breakConnections();
    }

    private String deviceList() {
        return phones.stream()
                .map(p -> String.format(
                        "%-22s %s product:p model:%s device:d transport_id:1\n", p.serial, p.state, p.model))
                .collect(Collectors.joining());
    }

    private void serve(Socket s) throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(s.getInputStream());
        OutputStream out = s.getOutputStream();
        String request = request(in);
        requests.add(request);
        if (serverReplies.containsKey(request)) {
            String answer = serverReplies.get(request);
            out.write(bytes(answer.substring(0, 4) + text(answer.substring(4))));
        } else if (request.equals("host:version")) {
            out.write(bytes("OKAY" + text("0029")));
        } else if (request.equals("host:devices-l")) {
            out.write(bytes("OKAY" + text(deviceList())));
        } else if (request.equals("host:track-devices-l")) {
            trackDevices(out);
        } else if (request.startsWith("host-serial:")) {
            boolean isFramed = phones.stream().anyMatch(p -> request.contains(p.serial) && p.framed);
            out.write(bytes("OKAY" + text(isFramed ? "shell_v2,cmd" : "cmd")));
        } else if (request.startsWith("host:transport:")) {
            Phone phone = phones.stream()
                    .filter(p -> request.endsWith(":" + p.serial))
                    .findFirst()
                    .orElse(null);
            if (phone == null) {
                out.write(bytes("FAIL" + text("device '" + request.substring(15) + "' not found")));
                return;
            }
            out.write(bytes("OKAY"));
            serveDevice(phone, request(in), in, out);
        } else {
            out.write(bytes("FAIL" + text("unknown host service")));
        }
    }

    /// Sends the list now and after each change.
    private void trackDevices(OutputStream out) throws IOException, InterruptedException {
        out.write(bytes("OKAY"));
        String lastSent = null;
        while (!server.isClosed()) {
            String current = deviceList();
            if (!current.equals(lastSent)) {
                lastSent = current;
                out.write(bytes(text(current)));
            }
            Thread.sleep(20);
        }
    }

    private static void serveDevice(Phone phone, String service, DataInputStream in, OutputStream out)
            throws IOException, InterruptedException {
        if (service.equals("localfilesystem:/dev/socket/traced_consumer")) {
            FakeService tracing = phone.service;
            if (tracing == null) {
                out.write(bytes("FAIL" + text("cannot connect: Permission denied")));
            } else {
                out.write(bytes("OKAY"));
                tracing.serve(in, out);
            }
        } else if (service.startsWith("shell,v2,raw:") && phone.framed) {
            out.write(bytes("OKAY"));
            String command = service.substring("shell,v2,raw:".length());
            byte[] input = input(in);
            OutputStream framed = frames(out, STDOUT);
            ByteArrayOutputStream errors = new ByteArrayOutputStream();
            int exit = run(phone, command, input, framed, errors);
            if (errors.size() > 0) {
                frames(out, STDERR).write(errors.toByteArray());
            }
            out.write(new byte[] {EXIT, 1, 0, 0, 0, (byte) exit});
        } else if (service.startsWith("exec:") && !phone.framed) {
            out.write(bytes("OKAY"));
            run(phone, service.substring("exec:".length()), new byte[0], out, out);
        } else {
            out.write(bytes("FAIL" + text("closed")));
        }
    }

    private static int run(Phone phone, String command, byte[] input, OutputStream out, OutputStream errors)
            throws IOException, InterruptedException {
        phone.commands.add(command);
        if (command.equals("getprop; cat /proc/meminfo")) {
            StringBuilder text = new StringBuilder();
            phone.properties.forEach((k, v) -> text.append("[" + k + "]: [" + v + "]\n"));
            out.write(bytes(text + "MemTotal:        3906252 kB\nMemFree:          100000 kB\n"));
            return 0;
        }
        for (Map.Entry<String, Program> p : phone.programs.entrySet()) {
            if (command.startsWith(p.getKey())) {
                return p.getValue().run(input, out);
            }
        }
        Reply reply = phone.replies.getOrDefault(command, new Reply("", "", 0));
        out.write(bytes(reply.out));
        errors.write(bytes(reply.errors));
        return reply.exit;
    }

    /// Reads a command's input until it is closed.
    private static byte[] input(DataInputStream in) throws IOException {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        while (true) {
            int kind = in.readByte();
            int length = Integer.reverseBytes(in.readInt());
            if (kind == CLOSE_STDIN) {
                return input.toByteArray();
            }
            if (kind != STDIN) {
                throw new IOException("a frame of kind " + kind + " is not for a device");
            }
            input.write(in.readNBytes(length));
        }
    }

    private static OutputStream frames(OutputStream out, int kind) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] b, int offset, int length) throws IOException {
                if (length > 0) {
                    ByteBuffer frame = ByteBuffer.allocate(5 + length).order(ByteOrder.LITTLE_ENDIAN);
                    frame.put((byte) kind).putInt(length).put(b, offset, length);
                    out.write(frame.array());
                }
            }
        };
    }

    private static String request(DataInputStream in) throws IOException {
        int length = Integer.parseInt(new String(in.readNBytes(4), StandardCharsets.US_ASCII), 16);
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String text(String s) {
        return String.format("%04x", s.getBytes(StandardCharsets.UTF_8).length) + s;
    }

    private static byte[] bytes(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the commands that a device received, without queries of its properties.
    public static List<String> actions(Phone phone) {
        List<String> actions = new ArrayList<>(phone.commands);
        actions.removeIf(c -> c.startsWith("getprop"));
        return actions;
    }
}
