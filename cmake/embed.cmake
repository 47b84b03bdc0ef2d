# plumbline_embed(NAME [AS_TEXT] GLOB patterns...)
#
# Makes the library `plumbline_NAME`, which contains files, so that none are needed at run time. Its one
# function is
#
#     std::span<const EmbeddedFile> plumbline::NAME();      (spec/embedded/embedded_file.hpp)
#
# with every file that fits a pattern, sorted by name. Patterns and names are paths relative to the
# repository root; patterns descend into subfolders. *.yaml and *.json are turned into compact JSON
# with a position map, and an invalid one fails the build with file:line:column; other files, and all with
# AS_TEXT, stay as they are. A new file needs no edit here. The using module links NAME, declares the function in one of its
# own headers, and reads a file with `to_document` (spec/embedded/embedded.hpp):
#
#     plumbline_embed(embedded_fixtures GLOB fixtures/*.json)
#     plumbline_module(store GROUP mock LINKS embedded embedded_fixtures ...)
function(plumbline_embed name)
    cmake_parse_arguments(arg "AS_TEXT" "" "GLOB" ${ARGN})
    list(TRANSFORM arg_GLOB PREPEND "${CMAKE_SOURCE_DIR}/")
    file(GLOB_RECURSE names CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}" ${arg_GLOB})
    list(TRANSFORM names PREPEND "${CMAKE_SOURCE_DIR}/" OUTPUT_VARIABLE paths)
    list(JOIN names "\n" lines)

    # The names go through a file: hundreds of fixtures would not fit a command line. It changes when
    # a file is removed, too.
    set(list_file "${CMAKE_CURRENT_BINARY_DIR}/${name}.files")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    file(CONFIGURE OUTPUT "${list_file}" CONTENT "${lines}\n" @ONLY)
    add_custom_command(
        OUTPUT "${source}"
        COMMAND plumbline_embed "${source}" ${name} "${list_file}" "$<$<BOOL:${arg_AS_TEXT}>:as-text>"
        COMMAND_EXPAND_LISTS
        DEPENDS plumbline_embed "${list_file}" ${paths}
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
        COMMENT "Embedding ${name}"
        VERBATIM)
    add_library(plumbline_${name} STATIC "${source}")
    target_include_directories(plumbline_${name} PRIVATE "${CMAKE_SOURCE_DIR}")
endfunction()
