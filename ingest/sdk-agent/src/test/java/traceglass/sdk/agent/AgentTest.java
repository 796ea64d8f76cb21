package traceglass.sdk.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sdk.SdkTrace;
import traceglass.sdk.Trace;

/// Runs programs with the agent in separate processes.
class AgentTest {

    private static final String PROGRAM = """
            package com.shop;

            import java.net.URI;
            import java.net.http.HttpRequest;

            public class Program {
                private final int price;

                Program(int price) { this.price = price; }

                int getPrice() { return price; }

                int place(int count) {
                    if (count > 2) throw new IllegalStateException("too many");
                    return count * getPrice();
                }

                public static void main(String[] arguments) throws Exception {
                    Program program = new Program(3);
                    if (arguments.length > 0) {
                        System.out.println("running");
                        while (System.in.available() == 0) {
                            program.place(2);
                            Thread.sleep(1);
                        }
                        return;
                    }
                    if (program.place(2) != 6) throw new AssertionError();
                    try {
                        program.place(3);
                    } catch (IllegalStateException e) {
                        HttpRequest.newBuilder(URI.create("http://localhost/"));
                    }
                    Thread.startVirtualThread(() -> program.place(1)).join();
                    System.out.println("done");
                }
            }
            """;

    /// Program that uses the SDK directly.
    private static final String TRACED_PROGRAM = """
            package com.shop;

            import java.nio.file.Path;
            import traceglass.sdk.InProcessRecording;
            import traceglass.sdk.TracingOptions;

            public class Traced {
                static int place(int count) { return 3 * count; }

                public static void main(String[] arguments) throws Exception {
                    try (InProcessRecording recording = InProcessRecording.start(new TracingOptions())) {
                        System.out.println("running");
                        while (System.in.available() == 0) {
                            place(2);
                            Thread.sleep(1);
                        }
                        recording.save(Path.of(arguments[0]));
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path jar;
    private Path program;

    @BeforeEach
    void packAgent() throws Exception {
        Manifest manifest = new Manifest();
        Map<Object, Object> values = manifest.getMainAttributes();
        values.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        values.put(new Attributes.Name("Premain-Class"), AgentMain.class.getName());
        values.put(new Attributes.Name("Agent-Class"), AgentMain.class.getName());
        values.put(new Attributes.Name("Can-Retransform-Classes"), "true");
        jar = folder.resolve("agent.jar");
        Path agent = classes(AgentMain.class);
        Path sdk = classes(Trace.class);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            pack(agent, out);
            if (!agent.equals(sdk)) {
                pack(sdk, out);
            }
        }
        program = folder.resolve("com/shop/Program.java");
        Files.createDirectories(program.getParent());
        Files.writeString(program, PROGRAM);
    }

    private static Path classes(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /// Adds the classes of the SDK from a folder or a jar.
    private static void pack(Path classes, JarOutputStream out) throws IOException {
        if (Files.isDirectory(classes)) {
            packFolder(classes, out);
            return;
        }
        try (FileSystem opened = FileSystems.newFileSystem(URI.create("jar:" + classes.toUri()), Map.of())) {
            packFolder(opened.getPath("/"), out);
        }
    }

    private static void packFolder(Path root, JarOutputStream out) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("traceglass/sdk"))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                out.putNextEntry(new ZipEntry(root.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private static ProcessBuilder java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                // Suppresses the warnings that the boot class path differs from the CDS archive's
                // and that an agent was loaded.
                "-XX:-PrintWarnings",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    private String run(int exitCode, String options) throws Exception {
        Path log = folder.resolve("log.txt");
        Process process = java("-javaagent:" + jar + "=" + options, program.toString())
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(log);
        assertEquals(exitCode, process.exitValue(), text);
        return text;
    }

    @Test
    void tracesMethodsOfAProgramThatDoesNotUseTheSdk() throws Exception {
        Path out = folder.resolve("out.pftrace");
        String log = run(0, "com.shop.**,-**#get*,java.net.http.HttpRequest#newBuilder,file=" + out);
        assertEquals("done\n", log);
        try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
            assertEquals("", trace.problems());
            assertEquals(
                    "Program.main|0; new Program|1; Program.place|1; Program.place|1; HttpRequest.newBuilder|1;"
                            + " Program.place|0",
                    trace.rows("select name, depth from slice where category = 'method' and dur >= 0 order by ts, id"));
            assertEquals(
                    "java.lang.IllegalStateException",
                    trace.rows("select string_value from args where key = 'debug.exception'"));
        }
    }

    private void attach(ProcessBuilder builder, String options) throws Exception {
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            assertEquals("running", lines.readLine());
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            machine.loadAgent(jar.toString(), options);
            machine.detach();
            Thread.sleep(100);
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
    }

    /// Checks that the method was traced several times.
    private static void assertTraced(String method, Path file) throws Exception {
        try (SdkTrace trace = new SdkTrace(Files.readAllBytes(file))) {
            assertEquals("", trace.problems());
            assertEquals(
                    method + "|true", trace.rows("select name, count(*) > 3 from slice where dur >= 0 group by name"));
        }
    }

    @Test
    void writesToTheSessionsOfAProgramThatUsesTheSdk() throws Exception {
        Path traced = Files.writeString(folder.resolve("com/shop/Traced.java"), TRACED_PROGRAM);
        Path out = folder.resolve("traced.pftrace");
        Path sdk = classes(Trace.class);
        attach(java("-cp", sdk.toString(), traced.toString(), out.toString()), "com.shop.Traced#place");
        assertTraced("Traced.place", out);
    }

    @Test
    void tracesMethodsThatRanBeforeItWasAttached() throws Exception {
        Path out = folder.resolve("attached.pftrace");
        attach(java(program.toString(), "wait"), "com.shop.Program#place,file=" + out);
        assertTraced("Program.place", out);
    }

    @Test
    void reportsThatNoMethodMatched() throws Exception {
        String log = run(0, "com.shop.Absent");
        assertTrue(log.contains("No method was traced"), log);
    }

    @Test
    void reportsInvalidOptions() throws Exception {
        assertEquals(
                "-javaagent: Unknown option fle=x; the options are file, buffer-kb, ring and system\n",
                run(1, "com.**,fle=x"));
    }

    /// Tracing the methods that write an event would recurse endlessly.
    @Test
    void neverTracesItselfOrTheClassesItUses() throws Exception {
        Path out = folder.resolve("all.pftrace");
        assertEquals("done\n", run(0, "**,-com.sun.**,file=" + out));
        try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
            assertEquals("", trace.problems());
            assertEquals("3", trace.rows("select count(*) from slice where name = 'Program.place'"));
            assertEquals(
                    "0",
                    trace.rows("select count(*) from slice where name like 'SequenceWriter.%'"
                            + " or name like 'ThreadLocal.%' or name like 'HashMap.%'"));
        }
    }
}
