#pragma once
// Texts of laws and switches: names of collections, states, events. They stand in one place each
// and outlive every record.

#include <string_view>

namespace plumbline::mock {

/// Says whether two are equal; mostly their places tell.
[[nodiscard]] inline bool is_same_text(std::string_view one, std::string_view other) {
    return one.size() == other.size() && (one.data() == other.data() || one == other);
}

}  // namespace plumbline::mock
