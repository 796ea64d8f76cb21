package traceglass.sql.demangle;

import java.util.List;

/// Nodes that are replaced by other nodes when printed: forward references to template parameters, and parameter
/// packs.
final class PackNodes {

    private PackNodes() {}

    /// Node that is printed as another one.
    abstract static class Resolved extends Node {
        /// Returns the node to print; this node if there is none.
        abstract Node current(Out out);

        @Override
        void printLeft(Out out) {
            Node n = current(out);
            if (n != this) {
                n.printLeft(out);
            }
        }

        @Override
        void printRight(Out out) {
            Node n = current(out);
            if (n != this) {
                n.printRight(out);
            }
        }

        @Override
        boolean hasRight(Out out) {
            Node n = current(out);
            return n != this && n.hasRight(out);
        }

        @Override
        boolean isArray(Out out) {
            Node n = current(out);
            return n != this && n.isArray(out);
        }

        @Override
        boolean isFunction(Out out) {
            Node n = current(out);
            return n != this && n.isFunction(out);
        }
    }

    /// Elements of a pack as one template parameter: printed one at a time by the enclosing expansion.
    static final class Pack extends Resolved {
        private final List<Node> elements;

        Pack(List<Node> elements) {
            this.elements = elements;
        }

        @Override
        Node current(Out out) {
            if (out.packSize == Out.NO_PACK) {
                out.packSize = elements.size();
                out.packIndex = 0;
            }
            return out.packIndex < elements.size() ? elements.get(out.packIndex) : this;
        }
    }

    /// All elements of a pack, as template arguments.
    static final class Arguments extends Node {
        final List<Node> elements;

        Arguments(List<Node> elements) {
            this.elements = elements;
        }

        @Override
        void printLeft(Out out) {
            printList(out, elements);
        }
    }

    /// A template parameter in a conversion operator's type, whose arguments come after it.
    static final class Forward extends Resolved {
        final int index;
        private Node target;
        private boolean isPrinting;

        Forward(int index) {
            this.index = index;
        }

        void resolve(Node node) {
            target = node;
        }

        @Override
        Node current(Out out) {
            // A part that contains itself means that the name is malformed.
            return target == null || isPrinting ? this : target;
        }

        @Override
        void printLeft(Out out) {
            if (target != null && !isPrinting) {
                isPrinting = true;
                target.printLeft(out);
                isPrinting = false;
            }
        }
    }

    /// Returns a pattern that is printed once for each element of its pack.
    static Node expansion(Node pattern) {
        return Node.of(out -> {
            int index = out.packIndex;
            int size = out.packSize;
            out.packIndex = Node.Out.NO_PACK;
            out.packSize = Node.Out.NO_PACK;
            int start = out.text.length();
            pattern.print(out);
            if (out.packSize == Node.Out.NO_PACK) {
                out.add("...");
            } else if (out.packSize == 0) {
                out.text.setLength(start);
            } else {
                for (int i = 1; i < out.packSize; i++) {
                    out.add(", ");
                    out.packIndex = i;
                    pattern.print(out);
                }
            }
            out.packIndex = index;
            out.packSize = size;
        });
    }
}
