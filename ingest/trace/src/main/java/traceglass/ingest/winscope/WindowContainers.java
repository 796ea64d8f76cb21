package traceglass.ingest.winscope;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.winscope.ActivityRecordProto;
import traceglass.protos.winscope.ActivityRecordProtoDecoder;
import traceglass.protos.winscope.DisplayAreaProto;
import traceglass.protos.winscope.DisplayAreaProtoDecoder;
import traceglass.protos.winscope.DisplayContentProto;
import traceglass.protos.winscope.DisplayContentProtoDecoder;
import traceglass.protos.winscope.DisplayInfoProtoDecoder;
import traceglass.protos.winscope.IdentifierProtoDecoder;
import traceglass.protos.winscope.RectProtoDecoder;
import traceglass.protos.winscope.RootWindowContainerProto;
import traceglass.protos.winscope.RootWindowContainerProtoDecoder;
import traceglass.protos.winscope.TaskFragmentProto;
import traceglass.protos.winscope.TaskFragmentProtoDecoder;
import traceglass.protos.winscope.TaskProto;
import traceglass.protos.winscope.TaskProtoDecoder;
import traceglass.protos.winscope.WindowContainerChildProto;
import traceglass.protos.winscope.WindowContainerChildProtoDecoder;
import traceglass.protos.winscope.WindowContainerProto;
import traceglass.protos.winscope.WindowContainerProtoDecoder;
import traceglass.protos.winscope.WindowFramesProtoDecoder;
import traceglass.protos.winscope.WindowLayoutParamsProtoDecoder;
import traceglass.protos.winscope.WindowManagerServiceDumpProto;
import traceglass.protos.winscope.WindowManagerServiceDumpProtoDecoder;
import traceglass.protos.winscope.WindowManagerTraceEntry;
import traceglass.protos.winscope.WindowStateProto;
import traceglass.protos.winscope.WindowStateProtoDecoder;
import traceglass.protos.winscope.WindowTokenProto;
import traceglass.protos.winscope.WindowTokenProtoDecoder;

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

    WindowContainers(WindowManagerServiceDumpProtoDecoder service) {
        RootWindowContainerProtoDecoder root = service.rootWindowContainer(new RootWindowContainerProtoDecoder());
        WindowContainerProtoDecoder container = root.windowContainer(new WindowContainerProtoDecoder());
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        if (!root.hasWindowContainer() || !isNamed(id)) {
            isDamaged = true;
            return;
        }
        byte[] pruned = prune(WireMessage.of(root), Kind.ROOT);
        add(Kind.ROOT, id.title(), id.hashCodeField(), null, 0, container.visible(), null, null, null, pruned);
        addChildren(container, id.hashCodeField(), 0);
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

    private static byte[] pruneChild(WindowContainerChildProtoDecoder child) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ProtoCursor c = WireMessage.of(child).cursor(); c.next(); ) {
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

    private void addChildren(WindowContainerProtoDecoder container, int parent, int level) {
        for (int i = 0; i < container.childrenCount(); i++) {
            WindowContainerChildProtoDecoder child = container.children(i, new WindowContainerChildProtoDecoder());
            if (level >= MAX_DEPTH || !readChild(child, parent, i, level + 1)) {
                isDamaged = true;
            }
        }
    }

    private boolean readChild(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        if (child.hasWindowContainer()) {
            WindowContainerProtoDecoder container = child.windowContainer(new WindowContainerProtoDecoder());
            return readSimple(Kind.CONTAINER, child, container, parent, index, level);
        }
        if (child.hasDisplayContent()) {
            return readDisplayContent(child, parent, index, level);
        }
        if (child.hasDisplayArea()) {
            return readDisplayArea(child, parent, index, level);
        }
        if (child.hasTask()) {
            return readTask(child, parent, index, level);
        }
        if (child.hasActivity()) {
            return readActivity(child, parent, index, level);
        }
        if (child.hasWindowToken()) {
            return readWindowToken(child, parent, index, level);
        }
        if (child.hasWindow()) {
            return readWindow(child, parent, index, level);
        }
        WindowContainerProtoDecoder container =
                child.taskFragment(new TaskFragmentProtoDecoder()).windowContainer(new WindowContainerProtoDecoder());
        return child.hasTaskFragment() && readSimple(Kind.TASK_FRAGMENT, child, container, parent, index, level);
    }

    private boolean readSimple(
            Kind kind,
            WindowContainerChildProtoDecoder child,
            WindowContainerProtoDecoder container,
            int parent,
            int index,
            int level) {
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        if (!isNamed(id)) {
            return false;
        }
        int token = id.hashCodeField();
        add(kind, id.title(), token, parent, index, container.visible(), null, null, null, pruneChild(child));
        addChildren(container, token, level);
        return true;
    }

    private boolean readDisplayContent(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        DisplayContentProtoDecoder content = child.displayContent(new DisplayContentProtoDecoder());
        WindowContainerProtoDecoder container = content.rootDisplayArea(new DisplayAreaProtoDecoder())
                .windowContainer(new WindowContainerProtoDecoder());
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        DisplayInfoProtoDecoder info = content.displayInfo(new DisplayInfoProtoDecoder());
        if (!id.hasHashCode() || !info.hasName()) {
            return false;
        }
        display = content.id();
        depth = 0;
        int token = id.hashCodeField();
        boolean isVisible = container.visible();
        Rect frame = new Rect(0, 0, info.logicalWidth(), info.logicalHeight());
        byte[] pruned = pruneChild(child);
        add(Kind.DISPLAY_CONTENT, info.name(), token, parent, index, isVisible, frame, null, null, pruned);
        depth = 1;
        addChildren(container, token, level);
        return true;
    }

    private boolean readDisplayArea(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        DisplayAreaProtoDecoder area = child.displayArea(new DisplayAreaProtoDecoder());
        WindowContainerProtoDecoder container = area.windowContainer(new WindowContainerProtoDecoder());
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        if (!id.hasHashCode() || !area.hasName()) {
            return false;
        }
        int token = id.hashCodeField();
        boolean isVisible = container.visible();
        add(Kind.DISPLAY_AREA, area.name(), token, parent, index, isVisible, null, null, null, pruneChild(child));
        addChildren(container, token, level);
        return true;
    }

    /// Adds a task. Newer Android versions store a task's container in its fragment.
    private boolean readTask(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        TaskProtoDecoder task = child.task(new TaskProtoDecoder());
        TaskFragmentProtoDecoder fragment = task.taskFragment(new TaskFragmentProtoDecoder());
        WindowContainerProtoDecoder taskContainer = task.windowContainer(new WindowContainerProtoDecoder());
        WindowContainerProtoDecoder fragmentContainer = fragment.windowContainer(new WindowContainerProtoDecoder());
        WindowContainerProtoDecoder container = fragment.hasWindowContainer() ? fragmentContainer : taskContainer;
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        if (!isNamed(id)) {
            return false;
        }
        int token = id.hashCodeField();
        boolean isVisible = container.visible();
        String name = task.taskName();
        String override = !task.hasId() ? null : task.id() + (name.isEmpty() ? "" : "(" + name + ")");
        add(Kind.TASK, id.title(), token, parent, index, isVisible, null, null, override, pruneChild(child));
        addChildren(fragmentContainer.childrenCount() > 0 ? fragmentContainer : taskContainer, token, level);
        return true;
    }

    private boolean readActivity(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        ActivityRecordProtoDecoder activity = child.activity(new ActivityRecordProtoDecoder());
        WindowTokenProtoDecoder token = activity.windowToken(new WindowTokenProtoDecoder());
        if (!token.hasHashCode() || !activity.hasName()) {
            return false;
        }
        int hash = token.hashCodeField();
        boolean isVisible = activity.visible();
        add(Kind.ACTIVITY, activity.name(), hash, parent, index, isVisible, null, null, null, pruneChild(child));
        addChildren(token.windowContainer(new WindowContainerProtoDecoder()), hash, level);
        return true;
    }

    private boolean readWindowToken(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        WindowTokenProtoDecoder token = child.windowToken(new WindowTokenProtoDecoder());
        if (!token.hasHashCode()) {
            return false;
        }
        WindowContainerProtoDecoder container = token.windowContainer(new WindowContainerProtoDecoder());
        int hash = token.hashCodeField();
        String title = String.format("0x%02x", hash);
        boolean isVisible = container.visible();
        add(Kind.WINDOW_TOKEN, title, hash, parent, index, isVisible, null, null, null, pruneChild(child));
        addChildren(container, hash, level);
        return true;
    }

    private boolean readWindow(WindowContainerChildProtoDecoder child, int parent, int index, int level) {
        WindowStateProtoDecoder window = child.window(new WindowStateProtoDecoder());
        WindowContainerProtoDecoder container = window.windowContainer(new WindowContainerProtoDecoder());
        IdentifierProtoDecoder id = container.identifier(new IdentifierProtoDecoder());
        if (!isNamed(id)) {
            return false;
        }
        RectProtoDecoder frame =
                window.windowFrames(new WindowFramesProtoDecoder()).frame(new RectProtoDecoder());
        Rect rect = new Rect(frame.left(), frame.top(), frame.right() - frame.left(), frame.bottom() - frame.top());
        double alpha = window.attributes(new WindowLayoutParamsProtoDecoder()).alpha();
        int token = id.hashCodeField();
        boolean isVisible = window.isVisible();
        String title = id.title();
        String override = null;
        for (String prefix : List.of("Starting ", "Waiting For Debugger: ")) {
            override = override == null && title.startsWith(prefix) ? title.substring(prefix.length()) : override;
        }
        add(Kind.WINDOW, title, token, parent, index, isVisible, rect, alpha, override, pruneChild(child));
        depth++;
        addChildren(container, token, level);
        return true;
    }

    private static boolean isNamed(IdentifierProtoDecoder identifier) {
        return identifier.hasTitle() && identifier.hasHashCode();
    }
}
