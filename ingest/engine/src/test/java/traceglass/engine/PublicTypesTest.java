package traceglass.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Checks that the API contains only types of the library and the JDK, so that other modules can change.
class PublicTypesTest {

    private static final String LIBRARY = "traceglass.engine";

    /// Types of calls and replies, which occur in the packages for clients and servers.
    private static final List<String> WIRE = List.of("com.google.protobuf.", "traceglass.protos.processor.");

    private static List<Class<?>> publicTypes() throws IOException, URISyntaxException, ReflectiveOperationException {
        Path root = Path.of(TraceProcessor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root.resolve("traceglass/engine"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file).toString().replaceAll("[/\\\\]", ".");
                if (!name.endsWith("package-info.class")) {
                    String binary = name.substring(0, name.length() - ".class".length());
                    Class<?> type = Class.forName(binary, false, PublicTypesTest.class.getClassLoader());
                    if (isPublic(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> t = type; t != null; t = t.getEnclosingClass()) {
            if (!Modifier.isPublic(t.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    private static Set<Class<?>> referencedTypes(Class<?> type) {
        List<Type> all = new ArrayList<>();
        all.add(type.getGenericSuperclass());
        all.addAll(List.of(type.getGenericInterfaces()));
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
                all.add(method.getGenericReturnType());
                all.addAll(List.of(method.getGenericParameterTypes()));
                all.addAll(List.of(method.getGenericExceptionTypes()));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers())) {
                all.addAll(List.of(constructor.getGenericParameterTypes()));
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers())) {
                all.add(field.getGenericType());
            }
        }
        Set<Class<?>> named = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
        all.forEach(t -> add(t, named));
        return named;
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static void add(Type type, Set<Class<?>> named) {
        switch (type) {
            case Class<?> c when c.isArray() -> add(c.getComponentType(), named);
            case Class<?> c when !c.isPrimitive() -> named.add(c);
            case ParameterizedType p -> {
                add(p.getRawType(), named);
                Arrays.stream(p.getActualTypeArguments()).forEach(t -> add(t, named));
            }
            case GenericArrayType a -> add(a.getGenericComponentType(), named);
            case WildcardType w -> Arrays.stream(w.getUpperBounds()).forEach(t -> add(t, named));
            case TypeVariable<?> v -> {
                if (v.getBounds()[0] instanceof Class<?>) {
                    add(v.getBounds()[0], named);
                }
            }
            case null, default -> {
                // Other types contain no classes.
            }
        }
    }

    @Test
    void publicSignaturesNameOnlyTypesOfTheLibraryAndTheJdk() throws Exception {
        List<Class<?>> types = publicTypes();
        assertTrue(types.contains(TraceProcessor.class) && types.contains(QueryColumn.Type.class), types::toString);
        List<String> leaks = new ArrayList<>();
        for (Class<?> type : types) {
            boolean isLibrary = type.getPackageName().equals(LIBRARY);
            for (Class<?> used : referencedTypes(type)) {
                String name = used.getName();
                boolean isOwn = name.startsWith(LIBRARY + ".") && isPublic(used);
                boolean isWire = !isLibrary && WIRE.stream().anyMatch(name::startsWith);
                // Jetty requires a public class for WebSockets.
                boolean isJetty = type.getSimpleName().equals("RpcSocket") && name.startsWith("org.eclipse.jetty.");
                // The program prints rows of a fleet like rows of a trace.
                boolean isPrinter =
                        type.getSimpleName().equals("FleetRows") && name.equals("traceglass.sql.result.ResultSink");
                if (!isOwn && !isWire && !isJetty && !isPrinter && !name.startsWith("java.")) {
                    leaks.add(type.getName() + " -> " + name);
                }
            }
        }
        assertEquals(List.of(), leaks);
    }
}
