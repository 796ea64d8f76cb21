package traceglass.app.settings;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/// User settings as names and values in one file. If the file cannot be read, settings start empty; write errors are
/// only logged. Not thread-safe.
public final class Settings {

    private final Path file;
    private final Properties values = new Properties();
    private final List<Runnable> listeners = new ArrayList<>();

    private Settings(Path file) {
        this.file = file;
    }

    /// Loads settings from `settings.properties` in the folder.
    public static Settings in(Path folder) {
        Settings s = new Settings(folder.resolve("settings.properties"));
        if (Files.isRegularFile(s.file)) {
            try (Reader in = Files.newBufferedReader(s.file)) {
                s.values.load(in);
            } catch (IOException | IllegalArgumentException e) {
                System.getLogger(Settings.class.getName()).log(System.Logger.Level.WARNING, "can't read " + s.file, e);
            }
        }
        return s;
    }

    /// Folder of the settings file, or empty if settings are not stored.
    public Optional<Path> folder() {
        return Optional.ofNullable(file).map(Path::getParent);
    }

    /// Creates settings that are not stored.
    public static Settings none() {
        return new Settings(null);
    }

    /// @return the value, or the fallback if the setting has none
    public String get(String name, String fallback) {
        return values.getProperty(name, fallback);
    }

    /// @return the value, or the fallback if the setting has none or is not a number
    public double number(String name, double fallback) {
        try {
            return Double.parseDouble(values.getProperty(name, ""));
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    /// Names of all settings that have a value.
    public Set<String> names() {
        return values.stringPropertyNames();
    }

    /// Registers a callback that runs after each change.
    ///
    /// @return unregisters the callback
    public Runnable onChange(Runnable action) {
        listeners.add(action);
        return () -> listeners.remove(action);
    }

    private void saveAndNotify() {
        if (file != null) {
            write();
        }
        List.copyOf(listeners).forEach(Runnable::run);
    }

    /// Removes a value and writes the file.
    public void remove(String name) {
        if (values.remove(name) != null) {
            saveAndNotify();
        }
    }

    /// Sets a value and writes the file.
    public void set(String name, Object value) {
        String text = String.valueOf(value);
        if (!text.equals(values.put(name, text))) {
            saveAndNotify();
        }
    }

    private void write() {
        try {
            Files.createDirectories(file.getParent());
            Path next = file.resolveSibling(file.getFileName() + ".new");
            try (Writer out = Files.newBufferedWriter(next, StandardCharsets.UTF_8)) {
                values.store(out, null);
            }
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            System.getLogger(Settings.class.getName()).log(System.Logger.Level.WARNING, "can't write " + file, e);
        }
    }
}
