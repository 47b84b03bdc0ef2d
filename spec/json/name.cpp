#include "spec/json/name.hpp"

#include "spec/json/name_pool.hpp"

#include <ostream>

namespace plumbline {
namespace {

/// The contract's documents have some 700 names.
constexpr std::size_t kSlots = 4096;

/// The one state that all modules share: which texts are in it changes no result of any of them.
constinit NamePool<kSlots> g_pool;

}  // namespace

constinit const Name::Everlasting Name::kEmpty;

Name::Name(std::string_view text) : Name() {
    if (text.empty()) return;
    const NameText* const kept = g_pool.kept(text);
    place_ = kept ? bytes_of(*kept) : owned(std::string(text));
}

Name::Name(std::string&& text) : Name() {
    if (text.empty()) return;
    const NameText* const kept = g_pool.kept(text);
    place_ = kept ? bytes_of(*kept) : owned(std::move(text));
}

const char* Name::owned(std::string text) {
    return bytes_of(*new NameText(std::move(text))) + 1;
}

std::ostream& operator<<(std::ostream& out, const Name& name) {
    return out << name.text();
}

}  // namespace plumbline
