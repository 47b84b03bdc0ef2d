#pragma once
// Makes a self-contained HTML page from embedded files.

#include "spec/embedded/embedded_file.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace plumbline::reports {

/// Returns JSON as the content of a script element, whatever its strings contain.
[[nodiscard]] std::string script_text(std::string_view json);

/// Returns the data of a placeholder, nothing if the placeholder names a file.
using PlaceholderText = std::function<std::optional<std::string>(std::string_view placeholder)>;

/// Returns the file `name` of `files` with each `{{PLACEHOLDER}}` replaced by its data, else by the
/// embedded file of that name. The inserted texts are not searched for placeholders.
[[nodiscard]] std::string fill_page(std::span<const EmbeddedFile> files,
                                    std::string_view name,
                                    const PlaceholderText& data_of);

}  // namespace plumbline::reports
