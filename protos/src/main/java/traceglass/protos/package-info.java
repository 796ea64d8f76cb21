/// The wire formats that Traceglass reads and writes, as classes generated from the `.proto` files of this
/// module. The subpackages correspond to the folders of these files; [traceglass.protos.Descriptors] finds
/// types by name at run time. This module contains no parsing or interpretation.
package traceglass.protos;
