/// A Java agent that traces methods by pattern. Input: bytecode of classes that are loaded, and the options of the
/// command line; calls of the SDK are added to it.
@NullMarked
package traceglass.sdk.agent;

import org.jspecify.annotations.NullMarked;
