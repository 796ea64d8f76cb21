package traceglass.ingest.winscope;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.winscope.ActivityRecordProto;
import traceglass.protos.winscope.DisplayAreaProto;
import traceglass.protos.winscope.DisplayContentProto;
import traceglass.protos.winscope.DisplayInfoProto;
import traceglass.protos.winscope.IdentifierProto;
import traceglass.protos.winscope.RectProto;
import traceglass.protos.winscope.RootWindowContainerProto;
import traceglass.protos.winscope.TaskFragmentProto;
import traceglass.protos.winscope.TaskProto;
import traceglass.protos.winscope.WindowContainerChildProto;
import traceglass.protos.winscope.WindowContainerProto;
import traceglass.protos.winscope.WindowFramesProto;
import traceglass.protos.winscope.WindowLayoutParamsProto;
import traceglass.protos.winscope.WindowManagerServiceDumpProto;
import traceglass.protos.winscope.WindowManagerTraceEntry;
import traceglass.protos.winscope.WindowStateProto;
import traceglass.protos.winscope.WindowTokenProto;

/// Splits the window tree of a window manager snapshot into containers without their children, parents first. A
/// container that lacks its identification is skipped with its whole subtree, and [#isDamaged] returns true.
final class WindowContainers {

    /// Maximum depth, more than Android nests; containers below it are skipped.
    private static final int MAX_DEPTH = 200;

    /// Kind of a container, with the field of its parent's child message that holds it, and the field in it
    /// that leads to its children.
    enum Kind {
        ROOT("RootWindowContainer", -1, RootWindowContainerProto.WINDOW_CONTAINER_FIELD_NUMBER),
        CONTAINER("WindowContainer", WindowContainerChildProto.WINDOW_CONTAINER_FIELD_NUMBER, -1),
        DISPLAY_CONTENT(
                "DisplayContent",
                WindowContainerChildProto.DISPLAY_CONTENT_FIELD_NUMBER,
                DisplayContentProto.ROOT_DISPLAY_AREA_FIELD_NUMBER),
        DISPLAY_AREA(
                "DisplayArea",
                WindowContainerChildProto.DISPLAY_AREA_FIELD_NUMBER,
                DisplayAreaProto.WINDOW_CONTAINER_FIELD_NUMBER),
        TASK("Task", WindowContainerChildProto.TASK_FIELD_NUMBER, TaskProto.WINDOW_CONTAINER_FIELD_NUMBER),
        ACTIVITY(
                "Activity",
                WindowContainerChildProto.ACTIVITY_FIELD_NUMBER,
                ActivityRecordProto.WINDOW_TOKEN_FIELD_NUMBER),
        WINDOW_TOKEN(
                "WindowToken",
                WindowContainerChildProto.WINDOW_TOKEN_FIELD_NUMBER,
                WindowTokenProto.WINDOW_CONTAINER_FIELD_NUMBER),
        WINDOW(
                "WindowState",
                WindowContainerChildProto.WINDOW_FIELD_NUMBER,
                WindowStateProto.WINDOW_CONTAINER_FIELD_NUMBER),
        TASK_FRAGMENT(
                "TaskFragment",
                WindowContainerChildProto.TASK_FRAGMENT_FIELD_NUMBER,
                TaskFragmentProto.WINDOW_CONTAINER_FIELD_NUMBER);

        private final String label;
        private final int field;
        private final int inner;

        Kind(String label, int field, int inner) {
            this.label = label;
            this.field = field;
            this.inner = inner;
        }

        String label() {
            return label;
        }

        /// Returns the number of the field of `WindowContainerChildProto` that holds this kind; -1 for the
        /// root.
        int field() {
            return field;
        }
    }

    /// One container.
    ///
    /// @param parent token of the parent; null for the root
    /// @param index index among the parent's children
    /// @param frame bounds on its display; null if it is not drawn
    /// @param opacity opacity of the content; null if unknown
    /// @param nameOverride better name to display, or null
    /// @param message message without the containers nested in it
    record Container(
            Kind kind,
            String title,
            int token,
            Integer parent,
            int index,
            boolean isVisible,
            Rect frame,
            int display,
            int depth,
            Double opacity,
            String nameOverride,
            byte[] message) {}

    private final List<Container> containers = new ArrayList<>();
    private boolean isDamaged;
    private int display = -1;
    private int depth;

    WindowContainers(WireMessage entry) {
        WireMessage root = entry.get(WindowManagerTraceEntry.WINDOW_MANAGER_SERVICE_FIELD_NUMBER)
                .get(WindowManagerServiceDumpProto.ROOT_WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage container = root.get(RootWindowContainerProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        if (!root.has(RootWindowContainerProto.WINDOW_CONTAINER_FIELD_NUMBER) || !isNamed(id)) {
            isDamaged = true;
            return;
        }
        add(Kind.ROOT, title(id), token(id), null, 0, isVisible(container), null, null, null, prune(root, Kind.ROOT));
        addChildren(container, token(id), 0);
    }

    List<Container> containers() {
        return containers;
    }

    boolean isDamaged() {
        return isDamaged;
    }

    /// Returns the message of a snapshot without its containers.
    static byte[] withoutContainers(WireMessage entry) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ProtoCursor c = entry.cursor(); c.next(); ) {
            if (c.field() == WindowManagerTraceEntry.WINDOW_MANAGER_SERVICE_FIELD_NUMBER) {
                WireMessage.write(
                        out,
                        c.field(),
                        without(WireMessage.of(c), WindowManagerServiceDumpProto.ROOT_WINDOW_CONTAINER_FIELD_NUMBER));
            } else {
                WireMessage.copy(out, c);
            }
        }
        return out.toByteArray();
    }

    private static byte[] without(WireMessage message, int field) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ProtoCursor c = message.cursor(); c.next(); ) {
            if (c.field() != field) {
                WireMessage.copy(out, c);
            }
        }
        return out.toByteArray();
    }

    /// Returns a message of this kind without the containers nested in it.
    private static byte[] prune(WireMessage message, Kind kind) {
        if (kind == Kind.CONTAINER) {
            return without(message, WindowContainerProto.CHILDREN_FIELD_NUMBER);
        }
        Kind inner = switch (kind) {
            case DISPLAY_CONTENT -> Kind.DISPLAY_AREA;
            case ACTIVITY -> Kind.WINDOW_TOKEN;
            default -> Kind.CONTAINER;
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ProtoCursor c = message.cursor(); c.next(); ) {
            if (c.field() == kind.inner) {
                WireMessage.write(out, c.field(), prune(WireMessage.of(c), inner));
            } else if (kind == Kind.TASK && c.field() == TaskProto.TASK_FRAGMENT_FIELD_NUMBER) {
                WireMessage.write(out, c.field(), prune(WireMessage.of(c), Kind.TASK_FRAGMENT));
            } else {
                WireMessage.copy(out, c);
            }
        }
        return out.toByteArray();
    }

    private static byte[] pruneChild(WireMessage child) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ProtoCursor c = child.cursor(); c.next(); ) {
            for (Kind kind : Kind.values()) {
                if (kind.field == c.field()) {
                    WireMessage.write(out, c.field(), prune(WireMessage.of(c), kind));
                }
            }
        }
        return out.toByteArray();
    }

    private void add(
            Kind kind,
            String title,
            int token,
            Integer parent,
            int index,
            boolean isVisible,
            Rect frame,
            Double opacity,
            String nameOverride,
            byte[] message) {
        containers.add(new Container(
                kind, title, token, parent, index, isVisible, frame, display, depth, opacity, nameOverride, message));
    }

    private void addChildren(WireMessage container, int parent, int level) {
        int index = 0;
        for (ProtoCursor c = container.cursor(); c.seek(WindowContainerProto.CHILDREN_FIELD_NUMBER); ) {
            if (level >= MAX_DEPTH || !readChild(WireMessage.of(c), parent, index, level + 1)) {
                isDamaged = true;
            }
            index++;
        }
    }

    private boolean readChild(WireMessage child, int parent, int index, int level) {
        for (Kind kind : Kind.values()) {
            if (kind != Kind.ROOT && child.has(kind.field)) {
                WireMessage message = child.get(kind.field);
                return switch (kind) {
                    case CONTAINER -> readSimple(kind, child, message, parent, index, level);
                    case DISPLAY_CONTENT -> readDisplayContent(child, message, parent, index, level);
                    case DISPLAY_AREA -> readDisplayArea(child, message, parent, index, level);
                    case TASK -> readTask(child, message, parent, index, level);
                    case ACTIVITY -> readActivity(child, message, parent, index, level);
                    case WINDOW_TOKEN -> readWindowToken(child, message, parent, index, level);
                    case WINDOW -> readWindow(child, message, parent, index, level);
                    case TASK_FRAGMENT -> readSimple(kind, child, message.get(kind.inner), parent, index, level);
                    case ROOT -> false;
                };
            }
        }
        return false;
    }

    private boolean readSimple(Kind kind, WireMessage child, WireMessage container, int parent, int index, int level) {
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        if (!isNamed(id)) {
            return false;
        }
        add(kind, title(id), token(id), parent, index, isVisible(container), null, null, null, pruneChild(child));
        addChildren(container, token(id), level);
        return true;
    }

    private boolean readDisplayContent(WireMessage child, WireMessage content, int parent, int index, int level) {
        WireMessage container = content.get(DisplayContentProto.ROOT_DISPLAY_AREA_FIELD_NUMBER)
                .get(DisplayAreaProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        WireMessage info = content.get(DisplayContentProto.DISPLAY_INFO_FIELD_NUMBER);
        if (!id.has(IdentifierProto.HASH_CODE_FIELD_NUMBER) || !info.has(DisplayInfoProto.NAME_FIELD_NUMBER)) {
            return false;
        }
        display = (int) content.number(DisplayContentProto.ID_FIELD_NUMBER);
        depth = 0;
        Rect frame = new Rect(0, 0, (int) info.number(DisplayInfoProto.LOGICAL_WIDTH_FIELD_NUMBER), (int)
                info.number(DisplayInfoProto.LOGICAL_HEIGHT_FIELD_NUMBER));
        add(
                Kind.DISPLAY_CONTENT,
                info.text(DisplayInfoProto.NAME_FIELD_NUMBER),
                token(id),
                parent,
                index,
                isVisible(container),
                frame,
                null,
                null,
                pruneChild(child));
        depth = 1;
        addChildren(container, token(id), level);
        return true;
    }

    private boolean readDisplayArea(WireMessage child, WireMessage area, int parent, int index, int level) {
        WireMessage container = area.get(DisplayAreaProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        if (!id.has(IdentifierProto.HASH_CODE_FIELD_NUMBER) || !area.has(DisplayAreaProto.NAME_FIELD_NUMBER)) {
            return false;
        }
        add(
                Kind.DISPLAY_AREA,
                area.text(DisplayAreaProto.NAME_FIELD_NUMBER),
                token(id),
                parent,
                index,
                isVisible(container),
                null,
                null,
                null,
                pruneChild(child));
        addChildren(container, token(id), level);
        return true;
    }

    /// Adds a task. Newer Android versions store a task's container in its fragment.
    private boolean readTask(WireMessage child, WireMessage task, int parent, int index, int level) {
        WireMessage taskContainer = task.get(TaskProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage fragment = task.get(TaskProto.TASK_FRAGMENT_FIELD_NUMBER);
        WireMessage fragmentContainer = fragment.get(TaskFragmentProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage container =
                fragment.has(TaskFragmentProto.WINDOW_CONTAINER_FIELD_NUMBER) ? fragmentContainer : taskContainer;
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        if (!isNamed(id)) {
            return false;
        }
        String name = task.text(TaskProto.TASK_NAME_FIELD_NUMBER);
        String override = !task.has(TaskProto.ID_FIELD_NUMBER)
                ? null
                : (int) task.number(TaskProto.ID_FIELD_NUMBER) + (name.isEmpty() ? "" : "(" + name + ")");
        add(
                Kind.TASK,
                title(id),
                token(id),
                parent,
                index,
                isVisible(container),
                null,
                null,
                override,
                pruneChild(child));
        addChildren(
                fragmentContainer.has(WindowContainerProto.CHILDREN_FIELD_NUMBER) ? fragmentContainer : taskContainer,
                token(id),
                level);
        return true;
    }

    private boolean readActivity(WireMessage child, WireMessage activity, int parent, int index, int level) {
        WireMessage token = activity.get(ActivityRecordProto.WINDOW_TOKEN_FIELD_NUMBER);
        if (!token.has(WindowTokenProto.HASH_CODE_FIELD_NUMBER)
                || !activity.has(ActivityRecordProto.NAME_FIELD_NUMBER)) {
            return false;
        }
        int hash = (int) token.number(WindowTokenProto.HASH_CODE_FIELD_NUMBER);
        add(
                Kind.ACTIVITY,
                activity.text(ActivityRecordProto.NAME_FIELD_NUMBER),
                hash,
                parent,
                index,
                activity.number(ActivityRecordProto.VISIBLE_FIELD_NUMBER) != 0,
                null,
                null,
                null,
                pruneChild(child));
        addChildren(token.get(WindowTokenProto.WINDOW_CONTAINER_FIELD_NUMBER), hash, level);
        return true;
    }

    private boolean readWindowToken(WireMessage child, WireMessage token, int parent, int index, int level) {
        if (!token.has(WindowTokenProto.HASH_CODE_FIELD_NUMBER)) {
            return false;
        }
        WireMessage container = token.get(WindowTokenProto.WINDOW_CONTAINER_FIELD_NUMBER);
        int hash = (int) token.number(WindowTokenProto.HASH_CODE_FIELD_NUMBER);
        add(
                Kind.WINDOW_TOKEN,
                String.format("0x%02x", hash),
                hash,
                parent,
                index,
                isVisible(container),
                null,
                null,
                null,
                pruneChild(child));
        addChildren(container, hash, level);
        return true;
    }

    private boolean readWindow(WireMessage child, WireMessage window, int parent, int index, int level) {
        WireMessage container = window.get(WindowStateProto.WINDOW_CONTAINER_FIELD_NUMBER);
        WireMessage id = container.get(WindowContainerProto.IDENTIFIER_FIELD_NUMBER);
        if (!isNamed(id)) {
            return false;
        }
        WireMessage frame =
                window.get(WindowStateProto.WINDOW_FRAMES_FIELD_NUMBER).get(WindowFramesProto.FRAME_FIELD_NUMBER);
        int left = (int) frame.number(RectProto.LEFT_FIELD_NUMBER);
        int top = (int) frame.number(RectProto.TOP_FIELD_NUMBER);
        Rect rect = new Rect(
                left,
                top,
                (int) frame.number(RectProto.RIGHT_FIELD_NUMBER) - left,
                (int) frame.number(RectProto.BOTTOM_FIELD_NUMBER) - top);
        double alpha =
                window.get(WindowStateProto.ATTRIBUTES_FIELD_NUMBER).real(WindowLayoutParamsProto.ALPHA_FIELD_NUMBER);
        String title = title(id);
        String override = null;
        for (String prefix : List.of("Starting ", "Waiting For Debugger: ")) {
            override = override == null && title.startsWith(prefix) ? title.substring(prefix.length()) : override;
        }
        add(
                Kind.WINDOW,
                title,
                token(id),
                parent,
                index,
                window.number(WindowStateProto.IS_VISIBLE_FIELD_NUMBER) != 0,
                rect,
                alpha,
                override,
                pruneChild(child));
        depth++;
        addChildren(container, token(id), level);
        return true;
    }

    private static boolean isNamed(WireMessage identifier) {
        return identifier.has(IdentifierProto.TITLE_FIELD_NUMBER)
                && identifier.has(IdentifierProto.HASH_CODE_FIELD_NUMBER);
    }

    private static String title(WireMessage identifier) {
        return identifier.text(IdentifierProto.TITLE_FIELD_NUMBER);
    }

    private static int token(WireMessage identifier) {
        return (int) identifier.number(IdentifierProto.HASH_CODE_FIELD_NUMBER);
    }

    private static boolean isVisible(WireMessage container) {
        return container.number(WindowContainerProto.VISIBLE_FIELD_NUMBER) != 0;
    }
}
