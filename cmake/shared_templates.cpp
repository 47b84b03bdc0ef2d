// Defines the templates that shared_templates.hpp only declares.
#define PLUMBLINE_SHARED_TEMPLATE template class
#include "cmake/shared_templates.hpp"
