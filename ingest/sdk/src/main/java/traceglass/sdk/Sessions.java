package traceglass.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The categories, data sources and sessions of this process. Global because categories are static constants.
final class Sessions {

    /// Maximum number of concurrent sessions; a category has one bit for each.
    static final int SLOTS = 32;

    static final System.Logger LOG = System.getLogger("traceglass.sdk");

    private static final Map<String, Category> CATEGORIES = new LinkedHashMap<>();
    private static final CopyOnWriteArrayList<DataSource> SOURCES = new CopyOnWriteArrayList<>();
    private static final AtomicReferenceArray<@Nullable EventRecorder> ACTIVE = new AtomicReferenceArray<>(SLOTS);

    private Sessions() {}

    static Category category(String name, String description, List<String> tags) {
        synchronized (CATEGORIES) {
            Category existing = CATEGORIES.get(name);
            if (existing != null) {
                return existing;
            }
            Category category = new Category(name, description, tags, CATEGORIES.size());
            CATEGORIES.put(name, category);
            for (int slot = 0; slot < SLOTS; slot++) {
                EventRecorder session = ACTIVE.get(slot);
                if (session != null && session.recordsEvents()) {
                    category.setEnabled(slot, CategoryRules.isEnabled(category, session.options()));
                }
            }
            return category;
        }
    }

    static List<Category> categories() {
        synchronized (CATEGORIES) {
            return List.copyOf(CATEGORIES.values());
        }
    }

    /// Returns the number of categories. It never decreases.
    static int categoryCount() {
        synchronized (CATEGORIES) {
            return CATEGORIES.size();
        }
    }

    static void register(DataSource source) {
        SOURCES.addIfAbsent(source);
    }

    static List<DataSource> sources() {
        return SOURCES;
    }

    static @Nullable EventRecorder active(int slot) {
        return ACTIVE.get(slot);
    }

    /// Returns the slot of a session, or -1 if it is not running.
    static int slot(EventRecorder session) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if (ACTIVE.get(slot) == session) {
                return slot;
            }
        }
        return -1;
    }

    /// Starts a session unless it is already running.
    ///
    /// @throws IllegalStateException if too many sessions run
    static void start(EventRecorder session) {
        synchronized (CATEGORIES) {
            if (slot(session) >= 0) {
                return;
            }
            int slot = 0;
            while (slot < SLOTS && ACTIVE.get(slot) != null) {
                slot++;
            }
            if (slot == SLOTS) {
                throw new IllegalStateException(SLOTS + " sessions are already running; stop one of them");
            }
            ACTIVE.set(slot, session);
            for (Category category : CATEGORIES.values()) {
                category.setEnabled(
                        slot, session.recordsEvents() && CategoryRules.isEnabled(category, session.options()));
            }
        }
        session.options().dataSources().forEach((name, config) -> {
            for (DataSource source : SOURCES) {
                if (source.name().equals(name)) {
                    source.start(session, config);
                }
            }
        });
    }

    static void flush(EventRecorder session) {
        SOURCES.forEach(source -> source.flush(session));
    }

    /// Notifies the custom data sources of a session that their incremental state was cleared.
    static void clear(EventRecorder session) {
        SOURCES.forEach(source -> source.clear(session));
    }

    static void stop(EventRecorder session) {
        SOURCES.forEach(source -> source.stop(session));
        synchronized (CATEGORIES) {
            int slot = slot(session);
            if (slot >= 0) {
                for (Category category : CATEGORIES.values()) {
                    category.setEnabled(slot, false);
                }
                ACTIVE.set(slot, null);
            }
        }
    }

    static List<EventRecorder> all() {
        List<EventRecorder> recorders = new ArrayList<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            EventRecorder session = ACTIVE.get(slot);
            if (session != null) {
                recorders.add(session);
            }
        }
        return recorders;
    }
}
