#include "spec/json/name.hpp"

#include "spec/json/name_pool.hpp"

#include <ostream>

namespace plumbline {
namespace {

/// The mock has met some 600 names when it is ready for its first request.
constexpr std::size_t kSlots = 4096;

/// The one state that all modules share: which texts are in it changes no result of any of them.
constinit NamePool<kSlots> g_pool;

const char* bytes_of(const NameText& name) {
    return reinterpret_cast<const char*>(&name);
}

}  // namespace

Name::Name(std::string_view text) : place_(kept(text)) {
    if (!place_) place_ = owned(std::string(text));
}

Name::Name(std::string&& text) : place_(kept(text)) {
    if (!place_) place_ = owned(std::move(text));
}

const char* Name::empty() {
    static const auto* const kEmpty = new NameText();  // never freed, as all that is kept once
    return bytes_of(*kEmpty);
}

const char* Name::kept(std::string_view text) {
    if (text.empty()) return empty();
    const NameText* const found = g_pool.kept(text);
    return found ? bytes_of(*found) : nullptr;
}

const char* Name::owned(std::string text) {
    return bytes_of(*new NameText(std::move(text))) + 1;
}

bool Name::is_same_text(const Name& a, const Name& b) noexcept {
    return a.text() == b.text();
}

std::ostream& operator<<(std::ostream& out, const Name& name) {
    return out << name.text();
}

}  // namespace plumbline
