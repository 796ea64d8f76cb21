/// The wire formats Traceglass reads and speaks, as classes generated from the `.proto` files of this module.
/// The sub-packages follow the folders of those files; [traceglass.protos.Descriptors] finds types by name at run
/// time. Nothing else lives here: no parsing, no meaning.
package traceglass.protos;
