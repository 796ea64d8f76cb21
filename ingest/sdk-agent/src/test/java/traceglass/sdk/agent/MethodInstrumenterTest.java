package traceglass.sdk.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.SdkTrace;
import traceglass.sdk.TracingOptions;

/// Runs instrumented classes, which the JVM verifies when it links them.
class MethodInstrumenterTest {

    /// Loads instrumented copies of the test classes.
    private static final class InstrumentingLoader extends ClassLoader {

        InstrumentingLoader() {
            super(MethodInstrumenterTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("traceglass.sdk.agent.Traced")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] bytes = bytes(name);
            byte[] instrumented = new MethodInstrumenter().instrument(bytes, method -> true);
            byte[] used = instrumented == null ? bytes : instrumented;
            return defineClass(name, used, 0, used.length);
        }
    }

    private static byte[] bytes(String className) {
        try (InputStream in = MethodInstrumenterTest.class
                .getClassLoader()
                .getResourceAsStream(className.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in, className).readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(Object shop, String method, Class<?> type, Object argument) throws Exception {
        return shop.getClass().getMethod(method, type).invoke(shop, argument);
    }

    private static void assertThrowsFrom(Class<?> problem, Object shop, String method, int argument) {
        InvocationTargetException e =
                assertThrows(InvocationTargetException.class, () -> call(shop, method, int.class, argument));
        assertEquals(problem, e.getCause().getClass());
    }

    @Test
    void instrumentedMethodsReturnTheSameAndWriteSlices() throws Exception {
        Class<?> type = new InstrumentingLoader().loadClass(TracedShop.class.getName());
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().enable("method").disable("*"))) {
            Object shop = type.getConstructor().newInstance();
            assertEquals(15L, type.getMethod("sum", int[].class, double.class).invoke(null, new int[] {4, -1, 6}, 1.5));
            assertEquals(0, call(shop, "countDown", int.class, 5));
            assertEquals("A", call(shop, "caught", Object.class, "a"));
            assertEquals("caught", call(shop, "caught", Object.class, 7));
            assertEquals(0.5, call(shop, "failing", int.class, 0));
            assertThrowsFrom(IllegalStateException.class, shop, "failing", 1);
            assertThrowsFrom(ArrayIndexOutOfBoundsException.class, shop, "failing", 2);
            assertEquals(3, call(shop, "recursive", int.class, 3));
            assertEquals("xdefaultydefault", call(shop, "lambdas", List.class, List.of("x", "y")));
            assertEquals("default2", type.getMethod("get").invoke(shop));
            type.getMethod("nothing").invoke(null);
            assertThrows(
                    InvocationTargetException.class,
                    () -> type.getConstructor(String.class).newInstance("bad"));
            Class<?> item = type.getClassLoader().loadClass(TracedShop.class.getName() + "$Item");
            assertEquals("t", item.getMethod("title").invoke(item.getConstructors()[0].newInstance("t", 5L)));
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "new TracedBase|0; new TracedShop|0; new TracedShop|0; TracedShop.sum|0;"
                                + " TracedShop.countDown|0; TracedShop.caught|0; TracedShop.caught|0;"
                                + " TracedShop.failing|0; TracedShop.failing|0; TracedShop.failing|0;"
                                + " TracedShop.inner|1; TracedShop.recursive|0; TracedShop.recursive|1;"
                                + " TracedShop.recursive|2; TracedShop.recursive|3; TracedShop.lambdas|0;"
                                + " TracedShop.get|0; TracedShop.nothing|0; new TracedBase|0; new TracedShop|0;"
                                + " new TracedShop.Item|0; TracedShop.Item.title|0",
                        trace.rows("select name, depth from slice where dur >= 0 order by id"));
                assertEquals(
                        "TracedShop.failing|java.lang.IllegalStateException;"
                                + " TracedShop.failing|java.lang.ArrayIndexOutOfBoundsException;"
                                + " TracedShop.inner|java.lang.ArrayIndexOutOfBoundsException;"
                                + " new TracedShop|java.lang.IllegalArgumentException",
                        trace.rows("select s.name, a.string_value from slice s join args a using (arg_set_id)"
                                + " where a.key = 'debug.exception' order by s.id"));
            }
        }
    }

    @Test
    void instrumentsOnlySelectedMethods() {
        byte[] shop = bytes(TracedShop.class.getName());
        MethodInstrumenter instrumenter = new MethodInstrumenter();
        assertNull(instrumenter.instrument(shop, "absent"::equals));
        assertNotNull(instrumenter.instrument(shop, "failing"::equals));
        assertEquals(1, instrumenter.count());
    }

    /// Covers more kinds of bytecode: all classes of a JDK module.
    @Test
    void instrumentedClassesOfTheJdkAreValid() throws Exception {
        List<String> problems = new ArrayList<>();
        MethodInstrumenter instrumenter = new MethodInstrumenter();
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.net.http");
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                byte[] instrumented = instrumenter.instrument(Files.readAllBytes(file), method -> true);
                if (instrumented != null) {
                    ClassFile.of().verify(instrumented).forEach(e -> problems.add(file + ": " + e.getMessage()));
                }
            }
        }
        assertEquals(List.of(), problems);
        assertTrue(instrumenter.count() > 2000, instrumenter.count() + " methods");
    }
}
