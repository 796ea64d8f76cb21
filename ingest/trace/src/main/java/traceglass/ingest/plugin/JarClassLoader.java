package traceglass.ingest.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

/// Loads the classes and resources of a jar from memory. The application's own classes take precedence.
final class JarClassLoader extends ClassLoader {

    private final Map<String, byte[]> entries;

    JarClassLoader(JarContent jar, ClassLoader program) {
        super(program);
        entries = jar.entries();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = entries.get(name.replace('.', '/') + ".class");
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }

    @Override
    protected URL findResource(String name) {
        byte[] content = entries.get(name);
        if (content == null) {
            return null;
        }
        try {
            return URL.of(new URI("importer", "/" + name, null), new EntryHandler(content));
        } catch (IOException | URISyntaxException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }

    /// Opens URLs whose content is an entry of the jar.
    private static final class EntryHandler extends URLStreamHandler {

        private final byte[] content;

        EntryHandler(byte[] content) {
            this.content = content;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    connected = true;
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(content);
                }
            };
        }
    }
}
